import { isNone } from "../../../answers/accept.ts";
import { offering, sentenceOf } from "../../../answers/meant.ts";
import type { Alternative, Draft } from "../../../core/answer.ts";
import type { Means } from "../../../core/port.ts";
import { blank } from "../../../engines/state.ts";
import type { Beyond } from "../../../language/beyond.ts";
import { answerExactly } from "../answer.ts";
import type { Asking } from "../conclude.ts";
import { intentOf } from "../intent.ts";
import { nearestAsks } from "./near.ts";

/** So many questions are offered at most, of so many that are tried. */
const offered = 3;
const tried = 8;

/** How the folder is looked at; `only`: the files that are asked about, where not all are. */
type Looking = Omit<Asking, "only"> & { now: number; only?: string | undefined };
type How = Omit<Parameters<NonNullable<Means["near"]>>[0], "observe">;

/** The questions that one which nothing reads may be a wording of, as far as their answers are proven. Throws what `observe` and the signal throw. */
export async function offersFor(question: string, looking: Looking, how: How): Promise<Alternative[]> {
  return await borneOut(
    (await nearestAsks(question, { ...looking, only: looking.only ?? "**" }, how)).slice(0, tried),
    looking,
  );
}

/** What nothing measures, as it is said, with what can be proven in its place. Throws what `observe` and the signal throw. */
export async function sayBeyond({ say, ask, language }: Beyond, looking: Looking): Promise<Draft> {
  const alternatives = await borneOut(ask, looking);
  if (alternatives.length === 0) return blank("unproven", say);
  return { ...blank("clarify", `${say} ${offering(alternatives, language, "instead")}`), alternatives };
}

/** The first of some questions whose answers are proven, each answer once. */
async function borneOut(asks: readonly string[], looking: Looking): Promise<Alternative[]> {
  const found: Alternative[] = [];
  for (const question of asks) {
    const { exact } = intentOf(question, { now: looking.now });
    const draft = await answerExactly(exact, looking);
    const [first] = draft?.claims ?? [];
    const isBorneOut = draft?.stop === "success" && draft.claims.every(({ verdict }) => verdict !== "unsupported");
    // That nothing is found speaks against a thing that is named, and says something of the whole folder.
    const isNothing = first?.formal !== undefined && isNone(first.formal) && /["`/]/.test(question);
    if (!isBorneOut || !first || isNothing) continue;
    const claim = draft.claims.map(({ formal, text }) => (formal === undefined ? text : `(${formal})`)).join(" and ");
    if (found.some((other) => other.claim === claim)) continue;
    found.push({ question, claim, rendered: sentenceOf(draft.answer) });
    if (found.length === offered) break;
  }
  return found;
}
