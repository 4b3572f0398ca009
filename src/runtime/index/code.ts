import { join } from "node:path";
import { makeProject, type Project } from "../../code/facts/project.ts";
import { differences } from "../../code/kernels/differences.ts";
import type { Source } from "../../code/kernels/kernel.ts";
import { type OutlineRow, outline } from "../../code/kernels/outline.ts";
import { kernels, type Result, runKernels } from "../../code/kernels/registry.ts";
import { ErgoError } from "../../core/error.ts";
import type { Event, Json } from "../../core/journal.ts";
import type { Universe } from "../../core/observation.ts";
import { redactJson, redactRows } from "../../secrets/redact.ts";
import type { Way } from "../../tools/ground.ts";
import { prepareState } from "../session/folder.ts";
import { readRevision } from "../session/git.ts";
import { isRead, longest, modulesOf, readProject } from "../session/project.ts";
import type { Session } from "../session/session.ts";
import { keepModules } from "../session/sources.ts";
import { type Wording, wordRows } from "./present.ts";
import { createReaders } from "./readers.ts";

/**
 * What `ergo code` gives: what each kernel found. `fresh`: beside a revision, by kernel, the rows that say that something is wrong and were not there.
 * `files`: how many were looked at, and how many of them are source files. `wording`: where a model was to word what a newcomer is told.
 */
export type CodeReport = {
  kernels: Record<string, Result>;
  fresh?: Record<string, Source[]>;
  files: { all: number; code: number };
  wording?: Wording;
  ms: number;
};

/** The names of all kernels. */
export const kernelNames: readonly string[] = kernels.map(({ name }) => name);

export type CodeOptions = {
  kernels?: string[];
  /** A revision that the folder is compared with. */
  diff?: string;
  present?: boolean;
  signal?: AbortSignal;
  watch?: (event: Event) => void;
};

/**
 * Measures the code of the session's folder. Throws KERNEL_UNKNOWN, REVISION_UNKNOWN, PROFILE_FORBIDS and what the signal throws.
 */
export async function measureCode(session: Session, options: CodeOptions = {}): Promise<CodeReport> {
  const began = performance.now();
  const unknown = options.kernels?.find((name) => !kernelNames.includes(name));
  if (unknown !== undefined) throw new ErgoError("KERNEL_UNKNOWN", { name: unknown, known: kernelNames.join(", ") });
  const isPart = options.diff !== undefined || options.present === true;
  const names = options.kernels ?? (isPart ? [] : [...kernelNames]);
  const project = await folderNow(session, names, options);
  const found = runKernels(project, names, () => performance.now());
  let fresh: Record<string, Source[]> | undefined;
  if (options.present) found.outline = timed(project, () => outline(project));
  if (options.diff !== undefined) {
    const earlier = await projectAt(session, options.diff, project, options.signal);
    found.diff = timed(project, () => {
      const made = differences(earlier, project);
      fresh = made.fresh;
      return made;
    });
  }
  const told = mapped(found, redacted);
  const wording = told.outline && (await worded(session, told.outline, options));
  return {
    kernels: told,
    ...(fresh === undefined ? {} : { fresh: mapped(fresh, redactRows) }),
    ...(wording ? { wording } : {}),
    files: { all: project.files.length, code: project.modules.size },
    ms: Math.round(performance.now() - began),
  };
}

/** Has a model that was named or brought word what a newcomer is told; the rows are changed in place. None is looked for. */
async function worded(session: Session, outline: Result, { signal, watch }: CodeOptions): Promise<Wording | null> {
  const { worker } = session.config.models;
  if (session.open !== null && (worker === "auto" || worker === "none")) return null;
  const watching = { signal: signal ?? new AbortController().signal, ...(watch ? { watch } : {}) };
  const { rows, wording } = await wordRows(session, outline.rows as OutlineRow[], watching);
  outline.rows = rows;
  return wording;
}

function redacted({ rows, ...rest }: Result): Result {
  return { ...(redactJson(rest as unknown as Json) as unknown as typeof rest), rows: redactRows(rows) };
}

function mapped<T>(all: Record<string, T>, make: (each: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(all).map(([name, each]) => [name, make(each)]));
}

function timed(project: Project, run: () => { rows: Source[]; open: string[] }): Result {
  const began = performance.now();
  const { rows, open } = run();
  return {
    rows,
    open,
    complete: open.length === 0,
    skipped: project.skipped,
    ms: Math.round(performance.now() - began),
  };
}

/** The code of the session's folder, what was read of it before where that is the same. */
async function folderNow(session: Session, names: readonly string[], { signal, watch }: CodeOptions): Promise<Project> {
  const { observer, folder } = session;
  const [listing] = await observer.observe([{ see: "universe" }], signal);
  const { files, skipped } = listing!.seen as Universe;
  const way: Way = new Map();
  const around = {
    ...{ files, skipped },
    text: (path: string) => observer.text(path, way),
    stat: (path: string) => observer.stat(path, way),
  };
  prepareState(folder);
  const readers = createReaders();
  const kept = keepModules(join(folder.state, "code"), readers.read);
  const reading = { read: kept.read, leaks: kept.leaks, signal, watch };
  const project = await readProject(folder.root, around, names, reading).finally(() => readers.close());
  kept.sweep();
  return project;
}

/** The folder as it was at a revision; nothing of it is kept, and what is the same `now` is not read again. */
async function projectAt(session: Session, revision: string, now: Project, signal?: AbortSignal): Promise<Project> {
  const { folder, observer } = session;
  const way: Way = new Map();
  // What is tracked and left out of the list now is not compared.
  const isListed = (path: string) => {
    const seen = observer.stat(path, way);
    return seen.ok || seen.code === "missing";
  };
  const wanted = (path: string, bytes: number) => isRead(path) && bytes <= longest && isListed(path);
  const { files, texts } = await readRevision(folder.root, revision, wanted, signal);
  const readers = createReaders();
  const read = async (path: string, text: string) =>
    now.texts.get(path) === text ? (now.modules.get(path) ?? null) : await readers.read(path, text);
  const modules = await modulesOf(texts, { read, signal }).finally(() => readers.close());
  return makeProject({
    files: files.filter(isListed),
    texts,
    modules,
    leaks: new Map([...now.leaks].filter(([path]) => now.texts.get(path) === texts.get(path))),
    history: { commits: null, because: "a revision is told without its history" },
    skipped: [],
  });
}
