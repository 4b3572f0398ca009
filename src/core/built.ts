/** How folders are called that tools fill. */
const folders = /^(?:node_modules|dist|build|target|vendor|out|coverage|__pycache__|\.?venv|esm|cjs)$/;

/** Whether a folder is called as those are that tools fill. Pure. */
export function isBuiltFolder(name: string): boolean {
  return folders.test(name);
}

function isBuilt(path: string): boolean {
  return path.split("/").slice(0, -1).some(isBuiltFolder) || /\.min\.\w+$/.test(path);
}

/** Paths, what people write before what tools build of it, else in their order. Pure. */
export function writtenFirst(paths: readonly string[]): string[] {
  return paths.toSorted((one, other) => Number(isBuilt(one)) - Number(isBuilt(other)));
}

/** What people write, of things at paths; all where nothing of them is. Pure. */
export function writtenOf<Thing>(things: readonly Thing[], at: (thing: Thing) => string): Thing[] {
  const written = things.filter((thing) => !isBuilt(at(thing)));
  return written.length > 0 ? written : [...things];
}
