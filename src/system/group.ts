const held = new Set<number>();
const watchers = new Set<Watcher>();

/** Told of each process group that begins or ends. */
export type Watcher = (group: number, runs: boolean) => void;

/** Says that a process group of ours runs, which would outlive this process. Gives what says that it has ended. */
export function holdGroup(group: number): () => void {
  held.add(group);
  for (const watch of watchers) watch(group, true);
  return () => {
    held.delete(group);
    for (const watch of watchers) watch(group, false);
  };
}

/** Has somebody who can end them know the process groups that run, now and from now on. */
export function watchGroups(watch: Watcher): void {
  watchers.add(watch);
  for (const group of held) watch(group, true);
}

/** Ends a process group at once. One that has ended already is none. */
export function killGroup(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // Nothing of it is left.
  }
}
