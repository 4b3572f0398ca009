import { spawn } from "node:child_process";
import { chmodSync, existsSync, linkSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openSession } from "../../src/index.ts";
import { noCompiler, place } from "./program.ts";
import { type Attempt, endScene, makeScene, missing, type Scene, tryInside, tryOutside } from "./scene.ts";

/** What a command leaves behind in a folder that it may write in, once it has ended or everything was killed. */

let scene: Scene;
beforeEach(async ({ skip }) => {
  skip(missing !== "", missing);
  scene = await makeScene({ bare: true });
  if (noCompiler === "") place(scene.root);
});
afterEach(() => {
  if (missing === "") endScene(scene);
});

const mode = (name: string) => lstatSync(join(scene.root, name)).mode & 0o7777;
const left = () =>
  readdirSync(scene.root, { recursive: true, encoding: "utf8" }).filter((name) => {
    const entry = lstatSync(join(scene.root, name));
    return (entry.isFile() && (entry.mode & 0o6000) !== 0) || entry.isCharacterDevice() || entry.isBlockDevice();
  });

const calls = ["chmod", "fchmod", "fchmodat", "open", "creat", "linked", "mknodfile"];
const raises: Attempt[] = [
  { name: "chmod u+s", line: "chmod u+s a.txt" },
  { name: "chmod g+s", line: "chmod g+xs a.txt" },
  { name: "install", line: "install -m 4755 a.txt b" },
  { name: "cp", line: "chmod 4755 a.txt; cp -p a.txt b" },
  { name: "an archive", line: "chmod 4755 a.txt; tar -cf t.tar a.txt; rm a.txt; tar -xpf t.tar; chmod 6755 b.txt" },
  { name: "perl", line: "perl -e 'chmod 04755, \"a.txt\"'", needs: "perl" },
  ...calls.map((call) => ({
    name: `the call ${call}`,
    line: `./attempt ${call} ${/chmod/.test(call) ? "a.txt" : "new"} 4755`,
    needs: "cc",
  })),
];

describe("the rights of a file's owner", () => {
  test.each(raises)("can't be given to whoever runs it, by $name", async ({ line, needs }) => {
    if (needs === "cc" && noCompiler !== "") return expect(noCompiler).not.toBe("");
    const { cleared } = await tryInside(scene, line);
    expect(left()).toEqual([]);
    expect(cleared).toEqual([]);
  });

  test.each(raises)("would be given, were nothing confined, by $name", ({ line, needs }) => {
    if (needs === "cc" && noCompiler !== "") return expect(noCompiler).not.toBe("");
    tryOutside(scene, line);
    expect(left()).not.toEqual([]);
  });

  test.skipIf(noCompiler !== "").each(["fchmodat2", "openat2"])("can't be given by the newer call %s", async (call) => {
    const ran = await tryInside(scene, `./attempt ${call} ${call === "openat2" ? "new" : "a.txt"} 4755`);
    expect(ran.stdout).toMatch(/^refused/);
    expect(left()).toEqual([]);
  });

  test("are taken away when they were given all the same, and that is said", async () => {
    const running = tryInside(scene, "touch go; for i in $(seq 100); do test -e stop && break; sleep 0.1; done");
    while (!existsSync(join(scene.root, "go"))) await new Promise((resolve) => setTimeout(resolve, 5));
    chmodSync(join(scene.root, "sub/deep/c.txt"), 0o6755);
    writeFileSync(join(scene.root, "stop"), "");
    expect((await running).cleared).toEqual([join(scene.root, "sub/deep/c.txt")]);
    expect(mode("sub/deep/c.txt")).toBe(0o755);
  });

  test("stay with a file that had them, which can't be filled with something else by any of its names", async () => {
    const tool = join(scene.root, "tool");
    writeFileSync(tool, "the user's own");
    linkSync(tool, join(scene.root, "sub/alias"));
    chmodSync(tool, 0o4755);
    const line =
      "echo x >> tool; ./attempt mmap tool; ./attempt mmap sub/alias; echo x > sub/alias; rm -f tool; mv b.txt tool";
    const { cleared } = await tryInside(scene, line);
    expect([readFileSync(tool, "utf8"), mode("tool"), cleared]).toEqual(["the user's own", 0o4755, []]);
  });

  test("ordinary modes and folders are made as ever", async () => {
    const ran = await tryInside(
      scene,
      "chmod 755 a.txt && mkdir -m 1777 d && install -m 600 a.txt b && mkfifo p && rm p",
    );
    expect(ran).toMatchObject({ exit: 0, stderr: "", cleared: [] });
    expect([mode("a.txt"), mode("d"), mode("b")]).toEqual([0o755, 0o1777, 0o600]);
  });

  test.skipIf(noCompiler !== "").each([
    ["a device", "whiteout new"],
    ["a device by moving a file", "moved a.txt moved.txt"],
    ["a capability", "capability a.txt"],
    ["a file that can't be removed", "immutable a.txt"],
  ])("nor is %s left behind", async (_, attempt) => {
    expect((await tryInside(scene, `./attempt ${attempt}`)).stdout).toMatch(/^refused/);
    expect(left()).toEqual([]);
    rmSync(join(scene.root, "a.txt"));
  });
});

const names = [".ergo", ".git", "ergo.yaml"];
const standing = () => names.filter((name) => existsSync(join(scene.root, name)));

/** Another process that runs a command in the folder until it is killed. */
async function running() {
  const program = fileURLToPath(new URL("child.ts", import.meta.url));
  const child = spawn(process.execPath, [program, scene.root, "touch ready; sleep 600"], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  while (!existsSync(join(scene.root, "ready"))) await new Promise((resolve) => setTimeout(resolve, 5));
  return async () => {
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("close", resolve));
  };
}

describe("what stands in for .git, .ergo and ergo.yaml", () => {
  test("is removed by the next command, where Ergo was killed", async () => {
    const kill = await running();
    await kill();
    expect(standing()).toEqual(names);
    expect((await tryInside(scene, "true")).undone).toEqual([]);
    expect(standing()).toEqual([]);
    expect(readdirSync(join(scene.home, ".ergo/stand-ins"))).toEqual([]);
  });

  test("is removed by the next session, whatever it asks and in whatever folder", async () => {
    await (await running())();
    vi.stubEnv("ERGO_HOME", join(scene.home, ".ergo"));
    onTestFinished(() => void vi.unstubAllEnvs());
    const session = await openSession({ dir: join(scene.base, "outside") });
    await session.close();
    expect(standing()).toEqual([]);
  });

  test("stays where someone has filled it, or made another one in its place", async () => {
    await (await running())();
    writeFileSync(join(scene.root, ".git/HEAD"), "ref: refs/heads/main\n");
    rmSync(join(scene.root, "ergo.yaml"));
    writeFileSync(join(scene.root, "ergo.yaml"), "");
    await tryInside(scene, "true");
    expect(standing()).toEqual([".git", "ergo.yaml"]);
    expect(mode(".git")).toBe(0o700);
  });

  test("stays while the process that put it there lives", async () => {
    const kill = await running();
    await tryInside(scene, "true");
    expect(standing()).toEqual(names);
    await kill();
    await tryInside(scene, "true");
    expect(standing()).toEqual([]);
  });
});
