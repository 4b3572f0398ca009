import type { Answer } from "../../core/answer.ts";
import { compileGlob } from "../../core/glob.ts";
import type { Universe } from "../../core/observation.ts";
import type { Understood, Whole } from "../../dialogue/follow.ts";
import { globOf } from "../../dialogue/set.ts";
import type { Turn } from "../../dialogue/turn.ts";
import { understand } from "../../dialogue/understand.ts";
import { isOwn } from "../../trace/append.ts";
import { runsOf } from "../record/runs.ts";
import { changes } from "../run/act.ts";
import { type Asked, ask, type Watching } from "../run/ask.ts";
import { begunAs, type Reply, resume } from "../run/resume.ts";
import { type Folder, openFolder } from "../session/folder.ts";
import { narrowed, openSession, type Session, type SessionOptions } from "../session/session.ts";
import { nameFor } from "../settings/settings.ts";
import { knowing } from "./knows.ts";
import { turnOf } from "./recollect.ts";

/**
 * Questions about a folder that go on from one another. What it remembers are its turns, and those are read from the
 * records of its runs: nothing else is kept.
 */
export type Chat = {
  readonly session: Session;
  readonly turns: readonly Turn[];
  /** What a question means after the turns before it, by rules; `acts` when what it was completed to asks for a change. */
  understand(text: string): Promise<Understood & { acts: boolean }>;
  /** Asks a question as it stands, or as it was completed; one that rules leave "open" a model may complete in the run. */
  ask(text: string, whole: Whole | "open" | null, watching: Watching): Promise<Answer>;
  /** Goes on with a run of the chat: with a reply to what it asks, or where it was cancelled. */
  resume(run: string, reply: Reply | undefined, watching: Watching): Promise<Answer>;
  /** Goes on with other options; the turns stay. Throws what `openSession` throws; then nothing has changed. */
  change(options: Pick<SessionOptions, "profile" | "models" | "only">): Promise<void>;
  /** Starts anew: what was said before is not referred to any more. The runs stay. */
  forget(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens a chat; with `again` the last session of the folder goes on. Throws what `openSession` throws. Runs that a folder
 * brought along are no part of it.
 */
export async function openChat({ again = false, ...given }: SessionOptions & { again?: boolean }): Promise<Chat> {
  let options = given;
  const folder = openFolder(options.dir, options.yes);
  const id = again ? lastSession(folder) : undefined;
  let session = await openSession(id === undefined ? options : { ...options, id });
  let turns = id === undefined ? [] : turnsOf(folder, id);
  const reopen = async (next: SessionOptions) => {
    const opened = await openSession(next);
    await session.close();
    [session, options] = [opened, next];
  };
  const noted = (answer: Answer) => {
    turns = [...turns.filter(({ run }) => run !== answer.run), turnOf(session.folder, answer.run)];
    return answer;
  };
  return {
    get session() {
      return session;
    },
    get turns() {
      return turns;
    },
    async understand(text) {
      if (turns.length === 0) return { is: "same", acts: false };
      const understood = understand(text, turns, await knowing(session));
      return { ...understood, acts: understood.is === "completed" && (await changes(session, understood.question)) };
    },
    async ask(text, whole, watching) {
      const scope = typeof whole === "object" && whole?.only ? await within(session, whole.only) : session.only;
      const asked = askedAs(text, whole, turns, session);
      return noted(await over(session, scope, (scoped) => ask(scoped, asked, watching)));
    },
    async resume(run, reply, watching) {
      const { only } = begunAs(session.folder, run).settings;
      return noted(await over(session, only ?? undefined, (scoped) => resume(scoped, run, { reply, ...watching })));
    },
    change: (changed) => reopen({ ...options, ...changed, id: session.id }),
    async forget() {
      const { id: _, ...rest } = options;
      await reopen(rest);
      turns = [];
    },
    close: () => session.close(),
  };
}

/** Turns that a model is shown to complete a question. */
const reach = 3;

/** A question as it is asked after others: as it stands, completed, or left open for a model to complete. */
export function askedAs(
  text: string,
  whole: Whole | "open" | null,
  turns: readonly Turn[],
  { config }: Session,
): Asked {
  if (whole === "open") {
    const recorded = turns.slice(-reach).flatMap(({ run }) => (run === "" ? [] : [run]));
    const isShown = recorded.length > 0 && nameFor("planner", config) !== "none";
    return isShown ? { question: text, after: recorded } : { question: text };
  }
  const question = whole?.question ?? text;
  return question === text ? { question } : { question, said: text };
}

/** The session that the user began a run of last; undefined where there is none. */
function lastSession(folder: Folder): string | undefined {
  return runsOf(folder).find(({ run, session }) => session !== "" && isOwn(folder, run))?.session;
}

/** Turns of an earlier sitting that are read again. */
const most = 30;

/** The last turns of a session, oldest first. Runs that a folder brought along are none. */
export function turnsOf(folder: Folder, session: string): Turn[] {
  const runs = runsOf(folder).filter((info) => info.session === session && isOwn(folder, info.run));
  return runs
    .slice(0, most)
    .reverse()
    .flatMap(({ run }) => {
      try {
        return [turnOf(folder, run)];
      } catch {
        // A record that can't be read is `ergo verify`'s to tell of; the chat goes on without that turn.
        return [];
      }
    });
}

/** Does the work in the session, over the files that match a glob where that is another than the session's. */
export async function over<T>(
  session: Session,
  only: string | undefined,
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

/** The files that a glob matches, as far as the session ranges over them. */
export async function within({ observer, only }: Session, glob: string): Promise<string> {
  if (only === undefined) return glob;
  const [listing] = await observer.observe([{ see: "universe" }]);
  const globs = [only, glob].map(compileGlob);
  const { files = [] } = listing!.seen as Partial<Universe>;
  return globOf(files.filter((path) => globs.every(({ matches }) => matches(path))));
}
