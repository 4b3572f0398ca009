import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readModule } from "../../src/code/facts/module.ts";
import { makeProject, type Project } from "../../src/code/facts/project.ts";

const kept = 1 << 20;

/** Source files of each language; declarations of types alone tell nothing that runs. */
export const endings: Record<string, RegExp> = {
  TypeScript: /(?<!\.d)\.[mc]?tsx?$/,
  JavaScript: /\.[mc]?jsx?$/,
  Python: /\.py$/,
  Go: /\.go$/,
  Java: /\.java$/,
  Rust: /\.rs$/,
  C: /\.[ch]$/,
};

/** The files below a folder, by their paths from it; what is built, and what belongs to tests of tools, aside. */
export function filesBelow(folder: string, below = ""): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isFile()) return [path];
    if (!entry.isDirectory() || /^\.|^(?:node_modules|testdata|dist|vendor)$/.test(entry.name)) return [];
    return filesBelow(folder, path);
  });
}

/** A folder as the kernels see it. */
export async function readFolder(folder: string): Promise<Project> {
  const files = filesBelow(folder);
  const texts = new Map<string, string>();
  const modules = [];
  for (const path of files) {
    const bytes = readFileSync(join(folder, path));
    if (bytes.length > kept || bytes.includes(0)) continue;
    texts.set(path, bytes.toString("utf8"));
    const module = await readModule(path, texts.get(path)!);
    if (module) modules.push(module);
  }
  const history = { commits: null, because: "a package has none" };
  return makeProject({ files, texts, modules, history, skipped: [] });
}
