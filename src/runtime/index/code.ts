import { join } from "node:path";
import type { Module, readModule } from "../../code/facts/module.ts";
import { type History, makeProject, type Project, type Skipped } from "../../code/facts/project.ts";
import { differences } from "../../code/kernels/differences.ts";
import type { Source } from "../../code/kernels/kernel.ts";
import { outline } from "../../code/kernels/outline.ts";
import { kernels, type Result, runKernels } from "../../code/kernels/registry.ts";
import { ErgoError } from "../../core/error.ts";
import type { Event, Json } from "../../core/journal.ts";
import type { Universe } from "../../core/observation.ts";
import { redactJson } from "../../secrets/redact.ts";
import type { Way } from "../../tools/ground.ts";
import { prepareState } from "../session/folder.ts";
import { readHistory, readRevision } from "../session/git.ts";
import { isRead } from "../session/measured.ts";
import type { Session } from "../session/session.ts";
import { keepModules } from "../session/sources.ts";
import { createReaders } from "./readers.ts";

/** What `ergo code` gives: what each kernel found. `files`: how many were looked at, and how many of them are source files. */
export type CodeReport = { kernels: Record<string, Result>; files: { all: number; code: number }; ms: number };

export type CodeOptions = {
  kernels?: string[];
  /** A revision that the folder is compared with. */
  diff?: string;
  present?: boolean;
  signal?: AbortSignal;
  watch?: (event: Event) => void;
};

/** Longer files are not read. */
const longest = 1 << 20;

/**
 * Measures the code of the session's folder. Throws KERNEL_UNKNOWN, REVISION_UNKNOWN, PROFILE_FORBIDS and what the signal throws.
 */
export async function measureCode(session: Session, options: CodeOptions = {}): Promise<CodeReport> {
  const began = performance.now();
  const known = kernels.map(({ name }) => name);
  const unknown = options.kernels?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new ErgoError("KERNEL_UNKNOWN", { name: unknown, known: known.join(", ") });
  const project = await readProject(session, options);
  const isPart = options.diff !== undefined || options.present === true;
  const names = options.kernels ?? (isPart ? [] : known);
  const found = runKernels(project, names, () => performance.now());
  if (options.present) found.outline = timed(project, () => outline(project));
  if (options.diff !== undefined) {
    const earlier = await projectAt(session, options.diff, options.signal);
    found.diff = timed(project, () => differences(earlier, project));
  }
  const made = {
    kernels: found,
    files: { all: project.files.length, code: project.modules.size },
    ms: Math.round(performance.now() - began),
  };
  return { ...made, kernels: Object.fromEntries(Object.entries(found).map(([name, each]) => [name, redacted(each)])) };
}

/** Row by row, for few of them hold anything. */
function redacted({ rows, ...rest }: Result): Result {
  const free = <T>(value: T) => redactJson(value as Json) as T;
  return { ...free(rest), rows: rows.map(free) };
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

/** Reads the code of a folder: its files as they are now, what was read of them before where they are the same, and its history. */
async function readProject(
  session: Session,
  { signal, watch }: Pick<CodeOptions, "signal" | "watch"> = {},
): Promise<Project> {
  const [listing] = await session.observer.observe([{ see: "universe" }], signal);
  const { files, skipped } = listing!.seen as Universe;
  const faults: Skipped[] = skipped.map(({ path, message }) => ({ path, message }));
  const texts = new Map<string, string>();
  const way: Way = new Map();
  for (const path of files) {
    if (!isRead(path)) continue;
    const stat = session.observer.stat(path, way);
    const text = stat.ok && stat.bytes > longest ? tooLong(path) : session.observer.text(path, way);
    if (text.ok) texts.set(path, text.text);
    else if (text.code !== "binary") faults.push({ path, message: text.message });
    if (texts.size % 64 === 0) await turn(signal);
  }
  prepareState(session.folder);
  const readers = createReaders();
  const kept = keepModules(join(session.folder.state, "code"), readers.read);
  const modules = await modulesOf(texts, kept.read, { signal, watch }).finally(() => readers.close());
  kept.sweep();
  const history: History = await readHistory(session.folder.root, signal);
  return makeProject({ files, texts, modules, history, skipped: faults });
}

/** Files that are read side by side. */
const atOnce = 12;

/** What source files are made of, in the order of their paths. */
async function modulesOf(
  texts: ReadonlyMap<string, string>,
  read: typeof readModule,
  { signal, watch }: Pick<CodeOptions, "signal" | "watch">,
): Promise<Module[]> {
  const found: (Module | null)[] = [];
  const left = [...texts].entries();
  let [done, told] = [0, performance.now()];
  const lane = async () => {
    for (const [index, [path, text]] of left) {
      found[index] = await read(path, text);
      done++;
      if (performance.now() - told < 100) continue;
      told = performance.now();
      watch?.({ type: "progress", path: "code", text: path, done, total: texts.size });
      await turn(signal);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return found.filter((module) => module !== null);
}

async function turn(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}

/** The folder as it was at a revision; nothing of it is kept. */
async function projectAt(session: Session, revision: string, signal?: AbortSignal): Promise<Project> {
  const { files, texts } = await readRevision(
    session.folder.root,
    revision,
    (path, bytes) => isRead(path) && bytes <= longest,
    signal,
  );
  const readers = createReaders();
  const modules = await modulesOf(texts, readers.read, { signal }).finally(() => readers.close());
  return makeProject({
    files,
    texts,
    modules,
    history: { commits: null, because: "a revision is told without its history" },
    skipped: [],
  });
}

function tooLong(path: string) {
  return {
    ok: false as const,
    code: "too_large" as const,
    message: `${path} has more than ${longest} bytes and was not read`,
  };
}
