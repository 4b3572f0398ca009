import { chmodSync, renameSync, statSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Ran } from "../core/command.ts";
import { ErgoError } from "../core/error.ts";
import { makeFolder } from "../system/folder.ts";
import { empty } from "./mount.ts";
import type { Place } from "./place.ts";
import { stand } from "./stand.ts";
import { aliases, bytes, file, type Kept, kept, led, type Survey, survey, text } from "./survey.ts";

/** What holds a writable folder's kept paths. `release` undoes what a command made of them all the same. */
export type Keeping = {
  /** Arguments of bwrap, as bytes. */
  mounts: string[];
  /** Call it when no process of the command is left. Returns what it did. */
  release(): Released;
};

/** Paths that were taken away again, and those of files that gave the rights of their owner and do so no more. */
type Released = Pick<Ran, "undone" | "cleared">;

/**
 * Keeps what configures or records out of a command's reach. What exists is mounted read-only, whatever name leads to it;
 * what doesn't exist at the top gets an empty stand-in, removed afterwards, so that it can't be made. The same holds for
 * files that give the rights of their owner: they can't be filled with something else, and no new one stays so. What can't be
 * mounted over (links) or foreseen (a new repository deeper down) is found afterwards: links are put back, and new
 * ones are moved into `undone`, not deleted, since someone outside may have made them meanwhile.
 */
export function keep(place: Place, { undone, home }: { undone: string; home: string }): Keeping {
  const withdraw = stand(place.root, home);
  try {
    return keeping(place, undone, withdraw);
  } catch (thrown) {
    withdraw();
    throw thrown;
  }
}

function keeping(place: Place, undone: string, withdraw: () => void): Keeping {
  const before = survey(place, { raised: true });
  const held = [...before.kept, ...before.raised].filter(({ kind }) => kind !== "link").map(({ path }) => path);
  const paths = new Set([...held, ...led(place, before), ...aliases(place, before)]);
  return {
    mounts: [...[...paths].sort().flatMap((path) => ["--ro-bind", path, path]), ...barred(before)],
    release: () =>
      opened(place.root, () => {
        try {
          const released = takeAway(place, before, undone);
          for (const { path, target } of before.kept) if (target !== undefined) putBack(path, target);
          return released;
        } finally {
          withdraw();
        }
      }),
  };
}

/** Acts while the folder can be changed, whatever a command made of its mode. */
function opened<T>(dir: string, action: () => T): T {
  const { mode } = statSync(dir);
  if ((mode & 0o700) === 0o700) return action();
  try {
    chmodSync(dir, mode | 0o700);
  } catch {
    // It belongs to someone else: then no command could change its mode either.
    return action();
  }
  try {
    return action();
  } finally {
    chmodSync(dir, mode & 0o7777);
  }
}

/** Mounts over the ways to programs outside and over folders that a survey couldn't see into, as far as they still stand. */
export function barred({ doors, closed }: Survey): string[] {
  const still = (kind: Kept["kind"]) => (path: string) => kept(path)?.kind === kind;
  return [...doors.filter(still("door")), ...closed.filter(still("folder"))].flatMap(empty);
}

function takeAway(place: Place, before: Survey, undone: string): Released {
  const known = new Map(before.kept.map((one) => [one.id, one]));
  const opened: [dir: string, mode: number][] = [];
  const open = (dir: string) => {
    if (before.closed.includes(dir)) return false;
    try {
      const { mode } = statSync(file(dir));
      chmodSync(file(dir), 0o700);
      opened.push([dir, mode]);
      return true;
    } catch {
      return false;
    }
  };
  const now = survey(place, { open, raised: true });
  const cleared = lower(now, before);
  const planted = now.kept.filter((one) => {
    const same = known.get(one.id);
    if (same?.kind !== one.kind) return true;
    // A link means something else from another place.
    return one.kind === "link" && (same.target !== one.target || same.path !== one.path);
  });
  for (const { path } of planted) moveAway(path, bytes(undone));
  for (const [dir, mode] of opened) chmodSync(file(dir), mode & 0o7777);
  return { undone: planted.map(({ path }) => text(path)), cleared };
}

/** Takes the rights of their owner from files that did not have them before; someone else's are not the command's. */
function lower(now: Survey, before: Survey): string[] {
  const known = new Set(before.raised.map(({ id }) => id));
  return now.raised.flatMap(({ path, id }) => {
    const { mode, uid } = statSync(file(path));
    if (known.has(id) || uid !== process.getuid?.()) return [];
    chmodSync(file(path), mode & 0o1777);
    return [text(path)];
  });
}

/** Moves within the disk; where that can't be, the entry gets a name that means nothing to a program. */
function moveAway(path: string, undone: string): void {
  const name = `${Date.now().toString(36)}-${process.hrtime.bigint().toString(36)}`;
  const { mode } = statSync(file(dirname(path)));
  try {
    // Folders that may not be changed would hold what is in them.
    chmodSync(file(dirname(path)), mode | 0o700);
    if (kept(path)?.kind === "folder") chmodSync(file(path), 0o700);
    const within = (dir: string, as: string) => renameSync(file(path), file(join(dir, as)));
    try {
      makeFolder(text(undone));
      within(undone, `${name}${basename(path)}`);
    } catch {
      within(dirname(path), `undone-${name}`);
    }
    chmodSync(file(dirname(path)), mode & 0o7777);
  } catch (thrown) {
    const detail = "a command made it although nothing may write there, and it can't be taken away";
    throw new ErgoError("FILE_WRITE", { file: text(path), detail }, { cause: thrown });
  }
}

/** Makes a link anew where it is gone from a folder that still exists. */
function putBack(path: string, target: string): void {
  if (kept(path) !== undefined || kept(dirname(path)) === undefined) return;
  symlinkSync(file(target), file(path));
}
