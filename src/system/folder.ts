import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing, for this user alone unless `mode` says otherwise. Where it stands
 * already nothing is done. Throws what the system says of the one that can't be made, ENOTDIR where something else stands
 * in its place. Each is tried once: Node's own `recursive` tries for ever below a folder that denies its children exist, as
 * /proc does.
 */
export function makeFolder(folder: string, mode = 0o700): void {
  if (isFolder(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw notFolder(folder);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function notFolder(path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`not a folder: ${path}`), { code: "ENOTDIR" });
}
