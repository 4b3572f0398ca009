import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { chooseBuild, type GpuFacts, seeGpu } from "./gpu.ts";
import { findRuntime, installRuntime } from "./runtime.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const bare: GpuFacts = { platform: "linux-x64", cards: [], cuda: false, vulkan: false };

test.each<[Partial<GpuFacts>, string, string | undefined]>([
  [{}, "none", undefined],
  [{ vulkan: true, cuda: true }, "none", undefined],
  [{ cards: ["nvidia"] }, "none", undefined],
  [{ cards: ["nvidia"], vulkan: true }, "vulkan", "@node-llama-cpp/linux-x64-vulkan"],
  [{ cards: ["nvidia"], cuda: true }, "cuda", "@node-llama-cpp/linux-x64-cuda"],
  [{ cards: ["nvidia", "amd"], cuda: true, vulkan: true }, "cuda", "@node-llama-cpp/linux-x64-cuda"],
  [{ cards: ["amd"], cuda: true, vulkan: true }, "vulkan", "@node-llama-cpp/linux-x64-vulkan"],
  [{ platform: "win32-x64", cards: ["nvidia"], cuda: true }, "cuda", "@node-llama-cpp/win-x64-cuda"],
  [{ platform: "win32-x64", cards: ["amd"], vulkan: true }, "vulkan", "@node-llama-cpp/win-x64-vulkan"],
  [{ platform: "linux-arm64", cards: ["nvidia"], cuda: true }, "none", undefined],
  [{ platform: "darwin-arm64" }, "metal", undefined],
  [{ platform: "darwin-x64", cards: ["amd"] }, "none", undefined],
])("of %j the build is %s", async (facts, gpu, name) => {
  const build = chooseBuild({ ...bare, ...facts });
  expect(build).toMatchObject({ gpu, package: name, why: expect.stringMatching(/.+/) });
  expect(build.download > 0 && build.disk > build.download).toBe(name !== undefined);
  const lock = await readFile(new URL("../../../data/runtimes/llama/package-lock.json", import.meta.url), "utf8");
  if (name) expect(JSON.parse(lock).packages[`node_modules/${name}`].integrity).toMatch(/^sha512-/);
});

/** A machine made of files. */
async function machine(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "ergo-gpu-"));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

const cuda = ["libcudart.so.12", "libcublas.so.12", "libcublasLt.so.12"];
const at = (dir: string, names: string[]) => Object.fromEntries(names.map((name) => [`${dir}/${name}`, ""]));

test.each<[string, Record<string, string>, Omit<GpuFacts, "platform">]>([
  ["nothing", {}, { cards: [], cuda: false, vulkan: false }],
  [
    "a driver, CUDA's folder and a loader",
    {
      "dev/nvidia0": "",
      ...at("usr/lib/x86_64-linux-gnu", ["libcuda.so.1", "libvulkan.so.1"]),
      ...at("usr/local/cuda-12.4/lib64", cuda),
    },
    { cards: ["nvidia"], cuda: true, vulkan: true },
  ],
  [
    "a driver without all of CUDA",
    { "dev/nvidiactl": "", ...at("usr/lib64", ["libcuda.so.1", "libcudart.so.12"]) },
    { cards: ["nvidia"], cuda: false, vulkan: false },
  ],
  [
    "a card of AMD with its own memory",
    { "sys/class/drm/card1/device/mem_info_vram_total": "17163091968\n", "usr/lib/libvulkan.so.1.3": "" },
    { cards: ["amd"], cuda: false, vulkan: true },
  ],
  [
    "graphics that share the memory",
    { "sys/class/drm/card0/device/mem_info_vram_total": "536870912\n", "usr/lib/libvulkan.so.1": "" },
    { cards: [], cuda: false, vulkan: true },
  ],
])("on a machine with %s that is what is seen", async (_, files, seen) => {
  const root = await machine(files);
  expect(seeGpu({ root, platform: "linux-x64", env: {} })).toEqual({ platform: "linux-x64", ...seen });
});

test("on Windows the system's folder tells the drivers, and the path CUDA's libraries", async () => {
  const root = await machine({
    "System32/nvml.dll": "",
    "System32/vulkan-1.dll": "",
    ...at("cuda/bin", ["cudart64_12.dll", "cublas64_12.dll", "cublasLt64_12.dll"]),
  });
  const env = { SystemRoot: root, CUDA_PATH: join(root, "cuda") };
  const facts = { platform: "win32-x64", cards: ["nvidia"], cuda: true, vulkan: true };
  expect(seeGpu({ platform: "win32-x64", env })).toEqual(facts);
  expect(seeGpu({ platform: "win32-x64", env: { SystemRoot: root } })).toEqual({ ...facts, cuda: false });
});

test("where the card's build can't be had the processor's is used, with a word each time, and npm is asked once a day", async () => {
  const home = await mkdtemp(join(tmpdir(), "ergo-home-"));
  const { version } = JSON.parse(
    await readFile(new URL("../../../data/runtimes/llama/package.json", import.meta.url), "utf8"),
  );
  const usual = join(home, "runtimes", `llama-${version}`);
  const entry = "node_modules/node-llama-cpp/dist/index.js";
  await mkdir(dirname(join(usual, entry)), { recursive: true });
  await writeFile(join(usual, entry), "");
  vi.stubEnv("PATH", await machine({}));
  const facts: GpuFacts = { ...bare, cards: ["nvidia"], vulkan: true };
  const told: string[] = [];
  const noted = ({ code, message }: { code: string; message: string }) => void told.push(`${code} ${message}`);
  const fetched: string[] = [];
  const progress = ({ text }: { text: string }) => void fetched.push(text);
  for (let times = 0; times < 2; times++)
    expect(await installRuntime("llama", { home, facts, noted, progress })).toBe(usual);
  expect(told).toEqual([expect.stringMatching(/^MODEL_GPU .*npm/), expect.stringMatching(/^MODEL_GPU .*npm/)]);
  expect(fetched).toEqual([expect.stringMatching(/for vulkan \(28 MB more\): an NVIDIA card/)]);
  expect(await findRuntime("llama", home, facts)).toBe(usual);
});
