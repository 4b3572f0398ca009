import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { noCompiler, place } from "./program.ts";
import { endScene, expectUnharmed, makeScene, missing, type Scene, tryInside } from "./scene.ts";

let scene: Scene;
let victim: ChildProcess;

beforeEach(async ({ skip }) => {
  skip(missing !== "", missing);
  scene = await makeScene({ bare: true });
  if (noCompiler === "") place(scene.root);
  victim = spawn("sleep", ["600"], { stdio: "ignore", env: { TOKEN: scene.secret } });
});
afterEach(() => {
  if (missing !== "") return;
  victim.kill("SIGKILL");
  endScene(scene);
});

const alive = () => victim.exitCode === null && victim.signalCode === null && existsSync(`/proc/${victim.pid}`);

describe("processes outside", () => {
  test.each([
    ["its number", "kill -9 {pid}"],
    ["the parent's number", `kill -9 ${process.pid}`],
    ["all that can be reached", "kill -9 -1"],
    ["its group", "kill -9 0; kill -9 -- -{pid}"],
    ["its name", "pkill -9 sleep; killall -9 sleep"],
    ["a number counted through", "for i in $(seq 2 400); do [ $i = $$ ] || kill -9 $i; done"],
  ])("survive a signal to %s", async (_, line) => {
    await tryInside(scene, line.replaceAll("{pid}", `${victim.pid}`));
    expect(alive()).toBe(true);
  });

  test.each([
    ["their environment", "cat /proc/*/environ /proc/{pid}/environ | tr '\\0' '\\n'"],
    ["their words", "cat /proc/*/cmdline /proc/{pid}/cmdline; ps axww"],
    ["their memory", "cat /proc/{pid}/mem /proc/{pid}/maps"],
  ])("don't show %s", async (_, line) => {
    const ran = await tryInside(scene, line.replaceAll("{pid}", `${victim.pid}`));
    expect(ran.stdout).not.toContain(scene.secret);
    expect(ran.stdout).not.toMatch(/sleep.?600/);
  });

  test("don't lend their view of the files", async () => {
    const ran = await tryInside(
      scene,
      "ls /proc/1/root/ /proc/1/cwd/; for p in /proc/[0-9]*; do cat $p/root{outside}/secret.txt $p/cwd/../outside/secret.txt; done",
    );
    expectUnharmed(scene, ran);
    expect(ran.stdout).not.toMatch(/^(var|boot|run|sys)$/m);
  });

  test("aren't listed", async () => {
    const seen = (await tryInside(scene, "ls /proc | grep '^[0-9]'")).stdout.trim().split("\n").map(Number);
    expect(Math.max(...seen)).toBeLessThan(20);
  });
});

describe("system calls", () => {
  beforeEach(({ skip }) => skip(noCompiler !== "", noCompiler));

  test.each([
    "ptrace 1",
    "traceme",
    "vm 1",
    "setns /proc/1/ns/mnt",
    "setns /proc/1/ns/user",
    "unshare 268435456",
    "unshare 131072",
    "unshare 536870912",
    "clone 268435456",
    "clone 131072",
    "clone 1073741824",
    "clone3",
    "chroot /tmp",
    "mount",
    "bind /proc",
    "remount /usr",
    "umount /tmp",
    "umount /home/user",
    "pivot",
    "open_tree",
    "fsopen",
    "mknod ./mem",
    "block ./disk",
    "handle",
    "keyctl",
    "add_key",
    "bpf",
    "perf",
    "userfaultfd",
    "io_uring",
    "memfd",
    "shmget",
    "tiocsti",
    "newest",
    "kill 999999",
  ])("%s is refused", async (words) => {
    for (const writable of [true, false]) {
      const ran = await tryInside(scene, `./attempt ${words}`, writable);
      expect(ran.stdout).toMatch(/^refused: (?!Invalid argument|Bad address)/);
    }
  });

  test("the user can't become another one", async () => {
    expect((await tryInside(scene, "./attempt setuid")).stdout).toMatch(/^refused: /);
  });

  test.each(["x32", "i386"])("another architecture's (%s) end the program", async (name) => {
    if (process.arch !== "x64") return;
    expect((await tryInside(scene, `./attempt ${name}; echo $?`)).stdout).toBe("159\n");
  });

  test("the kernel's own tools get no further", async () => {
    const ran = await tryInside(
      scene,
      "unshare -Ur echo done; unshare -m echo done; nsenter -t 1 -a echo done; mount -t tmpfs none /tmp && echo done; chroot / echo done; " +
        "bwrap --ro-bind / / echo done; strace -o /dev/null echo done; umount -l /tmp && echo done",
    );
    expect(ran.stdout).toBe("");
  });
});

describe("nothing is left", () => {
  const left = (mark: string) =>
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(mark);
        } catch {
          return false;
        }
      });

  test.each([
    ["a background process", "sleep {mark} &"],
    ["a process in a session of its own", "setsid sleep {mark} & sleep 0.1"],
    ["one that is started twice removed", "(setsid sh -c 'sleep {mark} & sleep {mark} &' &) ; sleep 0.1"],
    [
      "one that ignores signals",
      "(trap '' TERM HUP INT; sleep {mark}) & (nohup sleep {mark} >/dev/null 2>&1 &) ; sleep 0.1",
    ],
    ["one that holds the output open", "setsid sleep {mark} & disown; sleep 0.1"],
  ])("of %s when the command ends", async (_, line) => {
    const mark = `98${Math.floor(Math.random() * 1e8)}`;
    const ran = await tryInside(scene, line.replaceAll("{mark}", mark));
    expect(ran.limit).toBe(null);
    expect(left(mark)).toEqual([]);
  });

  test("when the command is given up", async () => {
    const mark = `98${Math.floor(Math.random() * 1e8)}`;
    const giveUp = new AbortController();
    const running = scene.sandbox.run(
      { argv: ["bash", "-c", `trap '' TERM; touch began; setsid sleep ${mark} & sleep ${mark}`] },
      { writable: true, signal: giveUp.signal },
    );
    while (!existsSync(join(scene.root, "began"))) await new Promise((resolve) => setTimeout(resolve, 5));
    giveUp.abort();
    expect(await running).toMatchObject({ exit: null, signal: "SIGKILL", limit: null });
    expect(left(mark)).toEqual([]);
  });

  test("when Ergo itself is killed", async () => {
    const mark = `98${Math.floor(Math.random() * 1e8)}`;
    const script = new URL("child.ts", import.meta.url).pathname;
    const child = spawn(process.execPath, [script, scene.root, `touch began; setsid sleep ${mark} & sleep ${mark}`]);
    while (!existsSync(join(scene.root, "began"))) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(left(mark).length).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await expect.poll(() => left(mark), { timeout: 10_000 }).toEqual([]);
  });
});

describe("handles", () => {
  test("other than the three are not there", async () => {
    const line =
      "for fd in /proc/$$/fd/*; do case $(basename $fd) in [012]) ;; *) readlink $fd ;; esac; done | grep -v -e ^/dev/null$ -e ^pipe:";
    expect((await tryInside(scene, line)).stdout).toBe("");
  });

  test("that Ergo was started with lead nowhere", async () => {
    const secret = openSync(join(scene.outside, "secret.txt"), "r+");
    const script = new URL("child.ts", import.meta.url).pathname;
    const line = "ls -l /proc/self/fd; for fd in 3 4 9 30 77; do cat <&$fd; echo x >&$fd; cat /proc/self/fd/$fd; done";
    const stdio = Array.from({ length: 78 }, (_, fd) =>
      [3, 4, 9, 30, 77].includes(fd) ? secret : fd < 3 ? "pipe" : "ignore",
    ) as "pipe"[];
    const { stdout, stderr, status } = spawnSync(process.execPath, [script, scene.root, line], {
      stdio,
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
    expect(stdout).toContain("/dev/null");
    expect(stdout).not.toContain("outside");
    expectUnharmed(scene, { stdout, stderr });
  });

  test("the environment is made anew", async () => {
    process.env.ERGO_TEST_TOKEN = scene.secret;
    const ran = await tryInside(scene, "env | cut -d= -f1 | sort");
    delete process.env.ERGO_TEST_TOKEN;
    expect(ran.stdout.trim().split("\n")).toEqual(["HOME", "LANG", "PATH", "PWD", "SHLVL", "TERM", "TMPDIR", "_"]);
  });

  test("there is no terminal to write to", async () => {
    expect((await tryInside(scene, "echo x > /dev/tty; tty; ps -o tty= -p $$")).stdout).toMatch(/^not a tty\n\?\s*$/);
  });
});
