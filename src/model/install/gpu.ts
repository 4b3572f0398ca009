import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What was seen of this machine's graphics cards, by files alone: nothing is run. */
export type GpuFacts = {
  /** Node's names of system and processor, for instance `linux-x64`. */
  platform: string;
  /** Cards with a memory of their own. */
  cards: ("nvidia" | "amd")[];
  /** Whether CUDA's libraries, which the build does not bring along, are there. */
  cuda: boolean;
  /** Whether Vulkan's loader is there, which comes with drivers. */
  vulkan: boolean;
};

/** A build of llama.cpp: what it computes with, why it was chosen, and what it takes besides the processor's own. */
export type GpuBuild = {
  gpu: "cuda" | "vulkan" | "metal" | "none";
  /** Its package; undefined where the processor's build does. */
  package: string | undefined;
  why: string;
  /** Bytes that are fetched, and that it takes on the disk. */
  download: number;
  disk: number;
};

/** Packages of version 3.21.1 as their registry has them. */
const sizes = {
  "linux-x64-cuda": { download: 142_850_036, disk: 195_000_000 },
  "linux-x64-vulkan": { download: 27_476_121, disk: 90_000_000 },
  "win-x64-cuda": { download: 138_542_727, disk: 195_000_000 },
  "win-x64-vulkan": { download: 26_619_567, disk: 90_000_000 },
};

const systems: Record<string, "linux" | "win"> = { "linux-x64": "linux", "win32-x64": "win" };

/**
 * The build for a machine: CUDA's where an NVIDIA card and CUDA's libraries are there, Vulkan's for another card with a
 * loader, the processor's for everything else. Graphics that share the processor's memory are left alone: reading weights
 * takes as long there.
 */
export function chooseBuild({ platform, cards, cuda, vulkan }: GpuFacts): GpuBuild {
  const none = (why: string) => ({ gpu: "none", package: undefined, why, download: 0, disk: 0 }) as const;
  if (platform === "darwin-arm64") return { ...none("Apple's graphics, by the usual build"), gpu: "metal" };
  const system = systems[platform];
  if (cards.length === 0) return none("no graphics card with a memory of its own was found");
  if (!system) return none(`there is no build for graphics cards on ${platform}`);
  const of = (gpu: "cuda" | "vulkan", why: string): GpuBuild => {
    const name = `${system}-x64-${gpu}` as const;
    return { gpu, package: `@node-llama-cpp/${name}`, why, ...sizes[name] };
  };
  if (cards.includes("nvidia") && cuda) return of("cuda", "an NVIDIA card and CUDA's libraries are there");
  const card = cards.includes("nvidia") ? "an NVIDIA card" : "an AMD card";
  if (vulkan) return of("vulkan", `${card} and Vulkan's loader are there`);
  return none(`${card} is there, and neither Vulkan's loader nor CUDA's libraries are`);
}

/** Where a machine's files are looked for; by default at the root, with the environment's folders. */
export type Machine = { root?: string; platform?: string; env?: Record<string, string | undefined> };

/** Looks for graphics cards and what drives them. */
export function seeGpu({
  root = "/",
  platform = `${process.platform}-${process.arch}`,
  env = process.env,
}: Machine = {}): GpuFacts {
  if (platform.startsWith("win32")) return { platform, ...onWindows(env) };
  if (!platform.startsWith("linux")) return { platform, cards: [], cuda: false, vulkan: false };
  const at = (path: string) => join(root, path);
  const cudas = list(at("usr/local"))
    .filter((name) => /^cuda(?:-|$)/.test(name))
    .flatMap((name) => [`usr/local/${name}/lib64`, `usr/local/${name}/targets/x86_64-linux/lib`]);
  const named = (env.LD_LIBRARY_PATH ?? "").split(":").filter(Boolean);
  const folders = [...named, ...[...libraries, ...cudas].map(at)];
  const has = (library: string) => folders.some((dir) => list(dir).some((name) => name.startsWith(`${library}.so`)));
  return {
    platform,
    cards: cardsOf(at),
    cuda: ["libcuda", "libcudart", "libcublas", "libcublasLt"].every(has),
    vulkan: has("libvulkan"),
  };
}

const libraries = ["usr/lib", "usr/lib64", "usr/lib/x86_64-linux-gnu", "usr/lib/aarch64-linux-gnu", "usr/lib/wsl/lib"];

/** AMD's graphics within a processor say that they have less memory than this. */
const leastVram = 2e9;

/** NVIDIA's driver makes its own devices; others are told by what the kernel says of each card. */
function cardsOf(at: (path: string) => string): GpuFacts["cards"] {
  const under = at("sys/class/drm");
  const vram = list(under).map((name) => Number(read(join(under, name, "device/mem_info_vram_total")) ?? 0));
  const nvidia = ["dev/nvidia0", "dev/nvidiactl", "usr/lib/wsl/lib/libcuda.so.1"].some((path) => existsSync(at(path)));
  return [
    ...(nvidia ? (["nvidia"] as const) : []),
    ...(vram.some((bytes) => bytes >= leastVram) ? (["amd"] as const) : []),
  ];
}

function onWindows(env: Record<string, string | undefined>): Omit<GpuFacts, "platform"> {
  const system = join(env.SystemRoot ?? env.windir ?? "C:\\Windows", "System32");
  const has = (name: string) => existsSync(join(system, name));
  const paths = (env.PATH ?? env.Path ?? "").split(";").filter(Boolean);
  const found = [...paths, ...(env.CUDA_PATH ? [join(env.CUDA_PATH, "bin")] : [])].flatMap(list);
  const cuda = [/^cudart64_\d+\.dll$/i, /^cublas64_\d+\.dll$/i, /^cublasLt64_\d+\.dll$/i].every((pattern) =>
    found.some((name) => pattern.test(name)),
  );
  return {
    cards: [...(has("nvml.dll") ? (["nvidia"] as const) : []), ...(has("amdvlk64.dll") ? (["amd"] as const) : [])],
    cuda,
    vulkan: has("vulkan-1.dll"),
  };
}

function list(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined;
  }
}
