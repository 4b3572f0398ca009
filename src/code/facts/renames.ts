import type { Commit } from "./project.ts";

/** The same commits, newest first, with each file by the path that it has now: one that is renamed stays one, and is no second file of its commit. */
export function underPresentNames(commits: readonly Commit[]): Commit[] {
  const later = new Map<string, string>();
  return commits.map((commit) => {
    const left = new Set(commit.files.flatMap(({ was }) => (was === undefined ? [] : [was])));
    const files = commit.files
      .filter(({ path }) => !left.has(path))
      .map((file) => ({ ...file, path: later.get(file.path) ?? file.path }));
    for (const { path, was } of commit.files) if (was !== undefined) later.set(was, later.get(path) ?? path);
    return { ...commit, files };
  });
}
