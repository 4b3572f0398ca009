import { posix } from "node:path";
import type { Leak } from "../../code/facts/leaks.ts";
import { isManifest } from "../../code/facts/manifest.ts";
import type { Module, readModule } from "../../code/facts/module.ts";
import { type History, makeProject, type Project, type Skipped } from "../../code/facts/project.ts";
import { unresolvedIn } from "../../code/facts/unresolved.ts";
import { usesHistory } from "../../code/kernels/registry.ts";
import type { Event } from "../../core/journal.ts";
import type { Around } from "../../tools/sources.ts";
import { readHistory } from "./git.ts";

/** Longer files are not read. */
export const longest = 1 << 20;
/** Files that are read side by side. */
const atOnce = 12;

export type Reading = {
  read: typeof readModule;
  /** The leaks of a text that `read` found to be no source file, where they are known. */
  leaks?: (path: string, text: string) => readonly Leak[] | null;
  signal?: AbortSignal | undefined;
  watch?: ((event: Event) => void) | undefined;
};

/**
 * Reads a folder as kernels see it: its files as they are now, what `read` makes of them, and its history, where one of the kernels called so
 * uses it. Throws what the signal throws.
 */
export async function readProject(
  root: string,
  { files, skipped, text, stat }: Around,
  kernels: readonly string[],
  reading: Reading,
): Promise<Project> {
  const faults: Skipped[] = skipped.map(({ path, message }) => ({ path, message }));
  const texts = new Map<string, string>();
  for (const path of files) {
    if (!isRead(path)) continue;
    const size = stat(path);
    if (size.ok && size.bytes > longest) {
      faults.push({ path, message: `${path} has more than ${longest} bytes and was not read` });
      continue;
    }
    const seen = text(path);
    if (seen.ok) texts.set(path, seen.text);
    else if (seen.code !== "binary") faults.push({ path, message: seen.message });
    if (texts.size % 64 === 0) await turn(reading.signal);
  }
  const modules = await modulesOf(texts, reading);
  const history: History = usesHistory(kernels)
    ? await readHistory(root, reading.signal)
    : { commits: null, because: "the history was not read" };
  const leaks = new Map(
    [...texts].flatMap(([path, text]) => {
      const known = reading.leaks?.(path, text);
      return known ? [[path, known] as const] : [];
    }),
  );
  const project = makeProject({ files, texts, modules, history, skipped: faults, leaks });
  return { ...project, hidden: hiddenOf(project, stat) };
}

/** What imports mean, by the endings that it may have, which is there though it is not listed. */
function hiddenOf(project: Project, stat: Around["stat"]): Set<string> {
  const isThere = (path: string) => {
    const seen = stat(path);
    return seen.ok || seen.code !== "missing";
  };
  const meant = unresolvedIn(project).map((each) => each.meant);
  return new Set(
    meant.filter((path) => ["", ".js", ".mjs", ".cjs", ".ts", ".json", ".py"].some((end) => isThere(path + end))),
  );
}

/** What source files are made of, in the order of their paths. */
export async function modulesOf(
  texts: ReadonlyMap<string, string>,
  { read, signal, watch }: Reading,
): Promise<Module[]> {
  const found: (Module | null)[] = [];
  const left = [...texts].entries();
  let [done, told] = [0, performance.now()];
  const lane = async () => {
    for (const [index, [path, text]] of left) {
      signal?.throwIfAborted();
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

/** Source files, documents, manifests and settings. */
export function isRead(path: string): boolean {
  return (
    isManifest(path) ||
    /\.(?:[cm]?[jt]sx?|pyi?|java|go|rs|[ch]|mdx?|rst|txt|json|ya?ml|toml|xml|cfg|ini|env|properties|sh|gradle|kts?|html?|sql)$|^(?:Makefile|Dockerfile|\.env.*)$/i.test(
      posix.basename(path),
    )
  );
}
