import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { ErgoError } from "../../core/error.ts";

export type RuntimeName = "llama" | "onnx";

type Versions = Record<string, string>;
type Parts = { name: string; version: string; dependencies: Versions; optionalDependencies?: Versions };

/** What is particular to a runtime: the rest of installing is the same for all. */
export type Runtime = {
  /** What people call it. */
  title: string;
  /** The file below its folder that is there once it is whole; the module to import, for llama.cpp. */
  entry: string;
  /** Disk space that installing takes. */
  bytes: number;
  /** The packages that this platform needs, with `build` besides. Throws RUNTIME_INSTALL where there is none for it. */
  choose(parts: Parts, build?: string): Versions;
  /** Takes away what this platform does not need. */
  trim?(dir: string): Promise<void>;
};

const platform = `${process.platform}-${process.arch}`;

/** What llama.cpp's package for Node calls the CPU build of a platform. */
const llamaBuilds: Versions = {
  "linux-x64": "@node-llama-cpp/linux-x64",
  "linux-arm64": "@node-llama-cpp/linux-arm64",
  "darwin-arm64": "@node-llama-cpp/mac-arm64-metal",
  "darwin-x64": "@node-llama-cpp/mac-x64",
  "win32-x64": "@node-llama-cpp/win-x64",
  "win32-arm64": "@node-llama-cpp/win-arm64",
};

const onnxBuilds = ["linux-x64", "linux-arm64", "darwin-arm64", "win32-x64", "win32-arm64"];
const onnxBinaries = "node_modules/onnxruntime-node/bin/napi-v6";

export const runtimes: Record<RuntimeName, Runtime> = {
  llama: {
    title: "llama.cpp",
    entry: "node_modules/node-llama-cpp/dist/index.js",
    bytes: 120_000_000,
    /**
     * This platform's build as a plain dependency, and that for its graphics card: it falls back to the former. The library names every build, GPUs included, as optional: so npm
     * can be told to leave out all optional packages (600 MB) and still installs the one that is needed.
     */
    choose({ dependencies, optionalDependencies = {} }, build) {
      const usual = llamaBuilds[platform] ?? "";
      const version = optionalDependencies[usual];
      if (!version) throw unbuilt("llama.cpp");
      const besides = build === undefined ? {} : { [build]: optionalDependencies[build] ?? version };
      return { ...dependencies, [usual]: version, ...besides };
    },
  },
  onnx: {
    title: "ONNX Runtime",
    entry: `${onnxBinaries}/${process.platform}/${process.arch}/onnxruntime_binding.node`,
    bytes: 400_000_000,
    choose({ dependencies }) {
      if (!onnxBuilds.includes(platform)) throw unbuilt("ONNX Runtime");
      return dependencies;
    },
    /** The package holds the builds of all platforms: 288 MiB, of which one needs 44. */
    async trim(dir) {
      await keepOnly(join(dir, onnxBinaries), process.platform);
      await keepOnly(join(dir, onnxBinaries, process.platform), process.arch);
    },
  },
};

const data = new URL("../../../data/runtimes/", import.meta.url);

/** The locked list of a runtime's packages, as npm writes it. */
export async function readParts(name: RuntimeName): Promise<Parts> {
  return JSON.parse(await readFile(new URL(`${name}/package.json`, data), "utf8")) as Parts;
}

export async function readLock(name: RuntimeName): Promise<{ packages: Record<string, object> }> {
  const text = await readFile(new URL(`${name}/package-lock.json`, data), "utf8");
  return JSON.parse(text) as { packages: Record<string, object> };
}

async function keepOnly(dir: string, kept: string) {
  for (const name of await readdir(dir)) {
    if (name !== kept) await rm(join(dir, name), { recursive: true, force: true });
  }
}

function unbuilt(runtime: string): ErgoError {
  return new ErgoError("RUNTIME_INSTALL", { runtime, detail: `there is no build for ${platform}` });
}
