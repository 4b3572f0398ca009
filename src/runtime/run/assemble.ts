import { statusOf } from "../../core/answer.ts";
import type { Event, Json } from "../../core/journal.ts";
import type { Means, Understood } from "../../core/port.ts";
import { blank } from "../../engines/state.ts";
import { summed, warnings } from "../../experience/uses.ts";
import { reply } from "../../routing/reply.ts";
import { recollect } from "../record/learn.ts";
import { discreet } from "../session/discreet.ts";
import { permit } from "../session/permit.ts";
import type { Session } from "../session/session.ts";
import { spending } from "../session/spent.ts";
import { nameFor, textRoles } from "../settings/settings.ts";
import { acting } from "./act.ts";
import { type Intent, intentOf } from "./intent.ts";
import { intentWithin } from "./understand.ts";

/** What a run may use. `stdin` is text that was piped beside the question: then nothing else is searched. */
export function assemble(session: Session, intent: Intent, stdin?: string, watch?: (event: Event) => void): Means {
  const observe = discreet(session.observer);
  const { profile } = session.config;
  const search =
    stdin === undefined
      ? session.retriever
      : async () => (await import("../session/retriever.ts")).textRetriever(stdin);
  const looking: Pick<Means, "observe" | "globs"> = {
    async observe(queries, signal) {
      permit(profile, "read");
      return await observe(queries, signal);
    },
    globs: [stdin === undefined ? (session.only ?? "**/*") : "stdin"],
  };
  return {
    ...looking,
    acting: acting(session, looking, stdin),
    async retrieve(question, k, signal) {
      if (stdin === undefined) permit(profile, "read");
      const { value: found, usage } = await spending(async () => (await search()).retrieve(question, k, signal));
      const degraded = [...session.lacks, ...(found.degraded ?? [])];
      const { languagesApart } = await import("../../knowledge/text/language.ts");
      const foreign = languagesApart(
        question,
        found.passages.map(({ text }) => text),
      );
      return {
        ...found,
        ...(foreign ? { foreign } : {}),
        ...(degraded.length > 0 ? { degraded } : {}),
        usage,
      };
    },
    externals: session.externals,
    lessons: (question) => (profile === "safe" ? [] : lessonsFor(session, question)),
    texts: async () => (await import("./texts.ts")).texts,
    async map(asked, signal) {
      permit(profile, "read");
      if (stdin !== undefined) return { found: false, text: "there is but the text that was piped in", sentences: [] };
      return await (await import("./mapped.ts")).mapTold(session, asked, signal);
    },
    understand: async (question, now, signal) => await part(session, question, { now, stdin }, signal),
    exactly: (exact) => exactly(session, exact as unknown as Ask)!,
    async alike(texts, signal) {
      const { alike } = await import("../session/alike.ts");
      return await alike(session, texts, signal);
    },
    async survey(census, signal) {
      if (stdin === undefined) permit(profile, "read");
      if (census.kind !== "contradict") return (await search()).survey(census, signal);
      return await (await import("./contradictions.ts")).contradictionSurvey(await search(), census, signal);
    },
    async weigh(question, texts, signal) {
      const { weigh } = await import("../session/weigh.ts");
      return await weigh(session, question, texts, { signal, ...(watch ? { watch } : {}) });
    },
    converse: reply,
    recipe: exactly(session, askOf(intent)),
    ...(stdin === undefined && intent.kind === "cite" ? { near: offering(session, intent.question) } : {}),
    game: intent.goal === null ? null : gameAbout(session, intent.goal),
    ...helping(session, watch),
  };
}

/** What may have been meant by a question that nothing reads. */
function offering(session: Session, question: string): NonNullable<Means["near"]> {
  return async ({ observe, ...how }, now, signal) => {
    const { offersFor } = await import("./offer/offer.ts");
    return await offersFor(question, { observe, signal, only: session.only, now }, how);
  };
}

/** What comes to mind of earlier questions. That this very one was not answered, of which nobody said why, teaches no plan. */
function lessonsFor({ folder }: Session, question: string): string[] {
  const { found } = recollect(folder, question, Date.now());
  const teaches = ({ episode: { stop, label, said, ...episode } }: (typeof found)[number]) =>
    episode.question !== question || statusOf(stop) === "answered" || label !== null || said !== null;
  const worked = found.flatMap(({ episode: { tools } }) => (tools ? [tools] : []));
  return [...found.filter(teaches).map(({ lesson }) => lesson), ...warnings(summed(worked))];
}

/** A game about a claim. A profile without tools has no memory of earlier ones. */
function gameAbout({ folder, config }: Session, goal: string): NonNullable<Means["game"]> {
  return {
    goal,
    rules: async () => (await import("../session/rules.ts")).soundRules(),
    past: async () => (config.profile === "safe" ? [] : (await import("../record/played.ts")).gamesLike(folder, goal)),
  };
}

/** What a question asks exactly, as it was understood. */
type Ask = Pick<Intent, "exact" | "beyond" | "told"> & { language: Intent["route"]["language"] };

function askOf({ exact, beyond, told, route: { language } }: Intent): Ask {
  return { exact, beyond, told, language };
}

/** A part of a question, understood by rules. One of which nothing is exact of files asks text that was piped in. */
async function part(
  session: Session,
  question: string,
  { now, stdin }: { now: number; stdin: string | undefined },
  signal: AbortSignal,
): Promise<Understood> {
  const intent = await intentWithin(session, question, { now, piped: stdin !== undefined }, signal);
  const { census, proposal, kind } = intent;
  const exact = intent.exact.length > 0 ? (askOf(intent) as unknown as Json) : null;
  // Where something is asked to be done, what suits the part is what suits it as a question.
  const { route, engine } = kind === "act" ? intentOf(question, { now, piped: stdin !== undefined }) : intent;
  return { exact, census, proposal, route, engine };
}

/** What answers a question exactly, or says what nothing measures; null where neither. */
function exactly(session: Session, { told, language, ...ask }: Ask): Means["recipe"] {
  if (ask.exact.length === 0 && !ask.beyond) return null;
  const answer = answering(session, ask);
  if (told === null) return answer;
  return async (observe, now, signal) => {
    const { namesPlace, withAside } = await import("./told.ts");
    if (await namesPlace(told.words, observe, signal))
      return blank("no_plan", "What is told beside it names what is here.");
    return withAside(await answer(observe, now, signal), told.told, language);
  };
}

/** What may have been meant goes before what nothing measures. */
function answering({ only }: Session, { exact, beyond }: Omit<Ask, "told" | "language">): NonNullable<Means["recipe"]> {
  return async (observe, now, signal) => {
    const { answerExactly } = await import("./answer.ts");
    const looking = { observe, now, only, signal };
    const draft = await answerExactly(exact, looking);
    if (!beyond || (draft && (draft.stop !== "no_plan" || draft.alternatives))) return draft!;
    return await (await import("./offer/offer.ts")).sayBeyond(beyond, looking);
  };
}

/** What models do for a question. */
function helping(session: Session, watch?: (event: Event) => void): Pick<Means, "voice" | "say" | "split" | "assess"> {
  const { worker, verifier } = session.config.models;
  const watching = (signal: AbortSignal) => ({ signal, ...(watch ? { watch } : {}) });
  return {
    voice:
      worker === "none"
        ? null
        : async (asked, signal) => {
            const { voice } = await import("../session/voice.ts");
            return await voice(session, asked, watching(signal));
          },
    say: textRoles.every((role) => nameFor(role, session.config) === "none")
      ? null
      : async (asked, signal) => {
          const { say } = await import("../session/say.ts");
          return await say(session, asked, watching(signal));
        },
    split:
      nameFor("planner", session.config) === "none"
        ? null
        : async (question, signal) => {
            const { splitBy } = await import("../session/split.ts");
            return await splitBy(session, question, watching(signal));
          },
    // Where nobody is named for it, the worker would have to judge itself.
    assess:
      verifier === "worker" || verifier === "none"
        ? null
        : async (statement, excerpts, passages, signal) => {
            const { assessBy } = await import("../session/assess.ts");
            return await assessBy(session, statement, excerpts, passages, watching(signal));
          },
  };
}
