import type { Call } from "../core/claim.ts";
import { measure } from "./file.ts";
import type { Ground } from "./ground.ts";
import { awaits } from "./lack.ts";
import { members, scopeOf } from "./members.ts";
import { form, type Predicate } from "./predicate.ts";
import type { Scene } from "./scene.ts";
import type { Lack, Members, Unknown } from "./value.ts";

/** What is known of a file's contents. `hash` stands for a file of its size that nobody else has; null is unknown. */
type Contents = { path: string; sure: boolean; size: number | null; hash: string | null };

/** Files that hold the same. */
export const twinPredicates: Record<string, Predicate> = {
  duplicates: {
    forms: [form("files", "scope")],
    example: 'duplicates("**") = 0',
    means: "the files with an identical twin among them",
    evaluate: duplicates,
    set: (call, tell) => `files with an identical twin among ${tell.scope(call.args[0])}`,
  },
};

/** The files of a scope that have an identical twin in it. Sizes come first: only files of equal size are read. */
function duplicates(call: Call, scene: Scene): Members | Unknown {
  const scope = scopeOf(call.args[0], scene);
  if (scope.is === "unknown") return scope;
  const everyone = [...scope.certain, ...scope.maybe];
  const lacks: Lack[] = [...scope.lacks];
  const grounds: Ground[][] = everyone.map(() => []);
  const files: Contents[] = everyone.map((path, index) => ({
    path,
    sure: index < scope.certain.length,
    size: null,
    hash: null,
  }));
  if (!awaits(lacks)) weigh(files, grounds, lacks, scene);
  if (!awaits(lacks)) read(files, grounds, lacks, scene);
  if (awaits(lacks)) {
    return members(
      call,
      "twins",
      { certain: [], maybe: everyone, open: scope.open, lacks, from: [scope.ground] },
      scene,
    );
  }
  return members(call, "twins", pair(files, grounds, scope, lacks), scene);
}

function weigh(files: Contents[], grounds: Ground[][], lacks: Lack[], scene: Scene): void {
  for (const [index, file] of files.entries()) {
    const found = measure(file.path, "bytes", scene);
    if ("is" in found) lacks.push(...found.lacks);
    else file.size = found.value;
    grounds[index] = "is" in found ? [found.ground] : found.sights;
  }
}

/** Reads every file that has another of its size. */
function read(files: Contents[], grounds: Ground[][], lacks: Lack[], scene: Scene): void {
  const bySize = countBy(files, ({ size }) => size);
  for (const [index, file] of files.entries()) {
    if (file.size === null || (bySize.get(file.size) ?? 0) < 2) continue;
    const { path } = file;
    const observation = scene.board.file(path);
    if (!observation) lacks.push({ is: "unseen", query: { see: "file", path } });
    else if (!observation.seen.ok) lacks.push({ is: "blind", query: observation.query, blind: observation.seen });
    else {
      file.hash = observation.seen.hash;
      grounds[index] = [{ seen: observation }];
    }
  }
}

function pair(files: Contents[], grounds: Ground[][], scope: Members, lacks: Lack[]) {
  const result = { certain: [] as string[], maybe: [] as string[], open: scope.open, lacks };
  const [from, others]: Ground[][] = [[scope.ground], []];
  const twins = rivals(files);
  for (const [index, file] of files.entries()) {
    const { sure, possible } = twins(file);
    if (file.sure && sure) result.certain.push(file.path);
    else if (possible || scope.open) result.maybe.push(file.path);
    (sure || possible ? from : others)?.push(...(grounds[index] ?? []));
  }
  return { ...result, from: from ?? [], others: others ?? [] };
}

/** Whether a file has a twin that is surely in the scope, and whether it may have one at all. */
function rivals(files: Contents[]): (file: Contents) => { sure: boolean; possible: boolean } {
  const same = countBy(files, ({ hash }) => hash);
  const sureSame = countBy(
    files.filter(({ sure }) => sure),
    ({ hash }) => hash,
  );
  const sized = countBy(files, ({ size }) => size);
  const hidden = countBy(
    files.filter(({ hash }) => hash === null),
    ({ size }) => size,
  );
  const unsized = sized.get(null) ?? 0;
  return (file) => {
    const { hash, size } = file;
    if (size === null) return { sure: false, possible: files.length > 1 };
    if (hash === null) return { sure: false, possible: (sized.get(size) ?? 0) > 1 || unsized > 0 };
    const sure = (sureSame.get(hash) ?? 0) - Number(file.sure) > 0;
    return { sure, possible: sure || (same.get(hash) ?? 0) > 1 || (hidden.get(size) ?? 0) > 0 || unsized > 0 };
  };
}

function countBy<K>(files: Contents[], keyOf: (file: Contents) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const file of files) counts.set(keyOf(file), (counts.get(keyOf(file)) ?? 0) + 1);
  return counts;
}
