import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join, relative, sep } from "node:path";
import { readGguf } from "./gguf.ts";

/** A GGUF file that another program keeps on this machine. */
export type FoundFile = {
  file: string;
  bytes: number;
  /** The program that keeps it, with its own name for it where it has one. */
  where: string;
};

type Place = { title: string; dir: string };
type Env = Record<string, string | undefined>;

/** No program's folder is looked through deeper, and no more files are read than this. */
const most = { depth: 6, files: 500 };

/**
 * The models that LM Studio, llama.cpp, Ollama and the hub's tools keep on this machine, by path. Nothing is read but the
 * names and heads of files; what is not a whole model that writes is left out. `service` is where Ollama keeps them when Linux
 * starts it for all users.
 */
export async function findFiles(
  env: Env = process.env,
  home = homedir(),
  service = "/usr/share/ollama/.ollama/models",
): Promise<FoundFile[]> {
  const ollamas = env.OLLAMA_MODELS ? [env.OLLAMA_MODELS] : [join(home, ".ollama", "models"), service];
  const named = [
    ...placesOf(env, home).flatMap(({ title, dir }) => walk(dir).map((file) => ({ file, where: title }))),
    ...ollamas.flatMap(ollamaFiles),
  ];
  const found: FoundFile[] = [];
  const seen = new Set<string>();
  for (const { file, where } of named.slice(0, most.files)) {
    const head = seen.has(file) ? undefined : await readGguf(file).catch(() => undefined);
    seen.add(file);
    if (head?.writes && head.parts === 1) found.push({ file, where, bytes: head.bytes });
  }
  return found.toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

/** Each program's own variable moves its folder. */
function placesOf(env: Env, home: string): Place[] {
  const cache = env.XDG_CACHE_HOME || join(home, ".cache");
  const hub = env.HF_HUB_CACHE || join(env.HF_HOME || join(cache, "huggingface"), "hub");
  const apple = join(home, "Library", "Caches", "llama.cpp");
  const llama = process.platform === "darwin" ? apple : join(cache, "llama.cpp");
  return [
    { title: "LM Studio", dir: join(home, ".lmstudio", "models") },
    { title: "LM Studio", dir: join(home, ".cache", "lm-studio", "models") },
    { title: "llama.cpp", dir: env.LLAMA_CACHE || llama },
    { title: "the hub's cache", dir: hub },
  ];
}

/** The .gguf files below a folder; of the parts of a model the first alone. */
function walk(dir: string, depth = 0): string[] {
  const files = entries(dir).flatMap((entry) => {
    const file = join(dir, entry.name);
    if (entry.isDirectory()) return depth < most.depth ? walk(file, depth + 1) : [];
    const isWanted = /\.gguf$/i.test(entry.name) && !/-(?!00001)\d{5}-of-\d{5}\.gguf$/i.test(entry.name);
    return isWanted && isFile(file) ? [file] : [];
  });
  return files.slice(0, most.files);
}

type Manifest = { layers?: { mediaType?: string; digest?: string }[] };

/** Ollama's manifests lie by registry, owner, model and tag, and name the blob that is the model. */
function ollamaFiles(dir: string): { file: string; where: string }[] {
  const root = join(dir, "manifests");
  const manifests = entries(root, true).filter((entry) => entry.isFile());
  return manifests.slice(0, most.files).flatMap((entry) => {
    const manifest = join(entry.parentPath, entry.name);
    const digest = modelIn(manifest);
    if (digest === undefined) return [];
    const [, owner, ...rest] = relative(root, entry.parentPath).split(sep);
    const name = [...(owner === "library" || owner === undefined ? [] : [owner]), ...rest].join("/");
    return [{ file: join(dir, "blobs", digest.replace(":", "-")), where: `Ollama ${name}:${basename(manifest)}` }];
  });
}

function modelIn(manifest: string): string | undefined {
  try {
    const { layers = [] } = JSON.parse(readFileSync(manifest, "utf8")) as Manifest;
    const digest = layers.find(({ mediaType }) => mediaType === "application/vnd.ollama.image.model")?.digest;
    return /^sha256:[0-9a-f]{64}$/.test(digest ?? "") ? digest : undefined;
  } catch {
    return undefined;
  }
}

/** What is in a folder; nothing where there is none or it can't be read. */
function entries(dir: string, recursive = false): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true, recursive });
  } catch {
    return [];
  }
}

/** Hubs keep links to their blobs. */
function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
