import type { Answer } from "../core/answer.ts";
import { ErgoError } from "../core/error.ts";
import { requireGlob } from "../core/glob.ts";
import type { Event } from "../core/journal.ts";
import { askAfter, type Before, ownTurn, replyTo, turnsBefore } from "../runtime/chat/after.ts";
import { turnsOf } from "../runtime/chat/chat.ts";
import { fork } from "../runtime/run/fork.ts";
import { optionsFor, type Reply, resume } from "../runtime/run/resume.ts";
import { engineOf, narrowed, type Session, type SessionOptions, wordsOf } from "../runtime/session/session.ts";
import type { Host, Wanted } from "./host.ts";
import type { Live } from "./live.ts";

/** A question as a request asks it. */
export type Asking = Wanted & {
  question: string;
  stdin?: string;
  engine?: string;
  only?: string;
  /** False to answer anew. */
  cache?: boolean;
  /** The conversation that it goes on with, by the id of its session. */
  session?: string;
  /** What it comes after, where that is told one by one. */
  after?: readonly Before[];
  /** Whether a person is there who agrees to what has to be agreed to. */
  attended?: boolean;
};

type Watching = { signal: AbortSignal; watch: (event: Event) => void };
type How = { alone?: boolean };

/**
 * Begins to answer a question. After the turns of a conversation, the question is completed by them; where the last of them
 * waits for a reply and the text is one, that run goes on.
 */
export function beginAsking(host: Host, asking: Asking, how: How = {}): Live {
  const { question, session: id, after } = asking;
  // Checked before anything begins.
  requireQuestion(question);
  engineOf(asking.engine);
  if (asking.only !== undefined) requireGlob(asking.only);
  const turns = after ? turnsBefore(host.folder, after) : id === undefined ? [] : turnsOf(host.folder, id);
  const last = turns.at(-1);
  const reply = last?.status === "waiting" ? replyTo(host.folder, last.run, question) : undefined;
  if (last && reply !== undefined) return beginAgain(host, last.run, reply, { ...how, attended: asking.attended });
  const work = (watching: Watching) =>
    host.within(
      asking,
      async (opened) => {
        watching.signal.throwIfAborted();
        return await over(suited(opened, asking), asking, (scoped) => askAfter(scoped, asking, turns, watching));
      },
      watching,
    );
  return host.runs.begin(work, how);
}

/** Characters of a question: reading what is longer takes more than seconds, in which nobody else is answered. */
const longest = 32_768;

function requireQuestion(question: string): void {
  if (question.trim() === "") throw new ErgoError("REQUEST_INVALID", { detail: "question: it is empty" });
  if (question.length > longest) {
    throw new ErgoError("REQUEST_TOO_LARGE", { limit: longest, what: "characters in its question" });
  }
}

/** Whether a name is that of a run which the user began in this folder. */
export function isTurn({ folder }: Host, run: string): boolean {
  return ownTurn(folder, run) !== null;
}

/** Goes on with a run that was interrupted or waits for a reply, as it was begun. Throws RUN_UNKNOWN and TRACE_READ. */
export function beginAgain(
  host: Host,
  run: string,
  reply: Reply | undefined,
  { attended, ...how }: How & { attended?: boolean | undefined } = {},
): Live {
  const work = asBegun(host, run, { attended }, (session, watching) => resume(session, run, { reply, ...watching }));
  return host.runs.begin(work, { ...how, run });
}

/**
 * Begins a run from a node of another one, with other models of the roles that are named, and other words of the prompts that are. Throws
 * what `beginAgain` throws, and USAGE for words that a prompt can't have.
 */
export function beginFork(
  host: Host,
  run: string,
  at: number,
  { models, prompts, ...how }: How & Pick<Wanted, "models"> & Pick<SessionOptions, "prompts"> = {},
): Live {
  const words = wordsOf(prompts);
  return host.runs.begin(
    asBegun(host, run, { models, words }, (session, watching) => fork(session, run, at, watching)),
    how,
  );
}

type Otherwise = { attended?: boolean | undefined; models?: Wanted["models"] | undefined; words?: Session["prompts"] };

/** Work in a session that is as it was when a run began, but for models and prompts that are wanted otherwise. */
function asBegun(
  host: Host,
  run: string,
  { attended = false, models: others, words = {} }: Otherwise,
  work: (session: Session, watching: Watching) => Promise<Answer>,
) {
  const { engine, only, profile, models = [], budgetMs, budgetTokens, ...begun } = optionsFor(host.folder, run);
  const named = Object.fromEntries(models.map((each) => [each.split("=", 1)[0]!, each.slice(each.indexOf("=") + 1)]));
  const prompts = { ...begun.prompts, ...words };
  const wanted = { profile, models: { ...named, ...others }, budgetMs, budgetTokens } as Wanted;
  return (watching: Watching) =>
    host.within(
      wanted,
      (opened) =>
        over({ ...opened, only: undefined, engine: engineOf(engine), attended, prompts }, { only }, (session) =>
          work(session, watching),
        ),
      watching,
    );
}

/** The session with what a question wants of it alone. */
function suited(session: Session, { engine, cache, session: id, attended = false }: Asking): Session {
  return {
    ...session,
    id: id ?? crypto.randomUUID(),
    engine: engineOf(engine) ?? session.engine,
    cache: session.cache && cache !== false,
    attended,
  };
}

async function over<T>(
  session: Session,
  { only }: { only?: string | undefined },
  work: (scoped: Session) => Promise<T>,
): Promise<T> {
  if (only === undefined || only === session.only) return await work(session);
  const scoped = narrowed(session, only);
  try {
    return await work(scoped);
  } finally {
    await scoped.close();
  }
}
