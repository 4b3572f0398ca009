import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Limits } from "../../src/sandbox/limit.ts";
import { noCompiler, place } from "./program.ts";
import { endScene, makeScene, missing, type Scene, tryInside } from "./scene.ts";

const MiB = 1 << 20;
let scene: Scene;

beforeEach(({ skip }) => skip(missing !== "", missing));
afterEach(() => {
  if (missing === "") endScene(scene);
});

async function limited(limits: Partial<Limits>, line: string, writable = true) {
  scene = await makeScene({ bare: true, limits });
  return tryInside(scene, line, writable);
}

describe("a command is ended", () => {
  test.each([
    ["sleeps", "sleep 100"],
    ["runs on", "while :; do :; done"],
    ["ignores every signal that can be ignored", "trap '' TERM INT HUP QUIT XCPU; while :; do sleep 100; done"],
    ["leaves a child with the output", "(trap '' TERM; setsid sleep 100) & sleep 100"],
    ["stops itself", "kill -STOP $$; sleep 100"],
    ["forks without end", ":(){ :|:& };:; sleep 100"],
    ["forks children that fork twice", "f(){ (f &) ; (f &) ; }; f; sleep 100"],
    ["waits for input", "cat < /dev/tty; read x < /proc/self/fd/1; sleep 100"],
  ])("in time that %s", async (_, line) => {
    const ran = await limited({ time: 1500, processes: 64 }, line);
    expect(ran).toMatchObject({ exit: null, signal: "SIGKILL", limit: "time" });
  });

  test("that uses the processor for too long", async () => {
    const ran = await limited({ cpu: 1000, time: 60_000 }, "while :; do :; done");
    expect(ran).toMatchObject({ exit: null, signal: "SIGXCPU", limit: "cpu" });
  });

  test("that writes without end", async () => {
    const ran = await limited({ output: 10_000 }, "yes");
    expect(ran).toMatchObject({ exit: null, limit: "output", cut: true });
    expect(ran.stdout).toBe("y\n".repeat(5000));
  });

  test("that writes errors without end", async () => {
    const ran = await limited({ output: 10_000 }, "yes >&2");
    expect(ran).toMatchObject({ limit: "output", cut: true, stdout: "" });
    expect(ran.stderr).toHaveLength(10_000);
  });

  test("whose processes use too much memory together", async ({ skip }) => {
    const script = "perl -e '$x = \"x\" x (60 << 20); sleep 60'";
    const ran = await limited({ memory: 150 * MiB, time: 30_000 }, `for i in 1 2 3 4 5; do ${script} & done; wait`);
    skip(/not found/.test(ran.stderr), "there is no Perl");
    expect(ran.limit === "memory" || ran.signal === "SIGKILL").toBe(true);
  });

  test("that uses too much memory which no process alone has", async ({ skip }) => {
    skip(noCompiler !== "", noCompiler);
    scene = await makeScene({ bare: true, limits: { memory: 150 * MiB, time: 30_000 } });
    place(scene.root);
    const ran = await tryInside(scene, "./attempt shared 600");
    expect(ran.limit === "memory" || ran.signal === "SIGKILL").toBe(true);
  });

  test("that fills the disk with many files", async () => {
    const ran = await limited(
      { disk: 64 * MiB, time: 60_000 },
      "i=0; while :; do head -c 4M /dev/zero > f$i; i=$((i+1)); done",
    );
    expect(ran.limit).toBe("disk");
    const sizes = readdirSync(scene.root).map((name) => statSync(join(scene.root, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4096 * MiB);
  });

  test("that fills the disk with names", async () => {
    const ran = await limited(
      { entries: 500, time: 60_000 },
      "mkdir n; cd n; i=0; while :; do mkdir $i; : > $i/f; i=$((i+1)); done",
    );
    expect(ran.limit).toBe("disk");
    rmSync(join(scene.root, "n"), { recursive: true });
  });
});

describe("a command gets no more than", () => {
  test("its memory", async () => {
    const ran = await limited({ memory: 200 * MiB }, 'perl -e \'$x = "x" x (1 << 30); print "done"\' || echo refused');
    expect(ran.stdout).toBe("refused\n");
  });

  test.each(["/tmp", "~", "/dev/shm"])("its temporary space in %s", async (dir) => {
    const ran = await limited({ temporary: 8 * MiB }, `head -c 100M /dev/zero > ${dir}/big; stat -c %s ${dir}/big`);
    expect(ran.stderr).toContain("No space left");
    expect(Number(ran.stdout)).toBeLessThanOrEqual(8 * MiB);
  });

  test.each(["/", "/dev", "/etc", "/proc"])("nothing in %s", async (dir) => {
    expect((await limited({}, `head -c 1M /dev/zero > ${dir}/big && echo done`)).stdout).toBe("");
  });

  test("its largest file", async () => {
    const ran = await limited(
      { file: MiB },
      "(trap '' XFSZ; head -c 10M /dev/zero > big); truncate -s 1T huge; stat -c %s big huge",
    );
    expect(
      ran.stdout
        .trim()
        .split("\n")
        .map(Number)
        .every((size) => size <= MiB),
    ).toBe(true);
  });

  test("its open files", async () => {
    const ran = await limited(
      { files: 64 },
      'for i in $(seq 10 200); do eval "exec $i</dev/null" || break; done; ls /proc/$$/fd | wc -l',
    );
    expect(ran.stderr).toMatch(/Too many open files|Bad file descriptor/);
    expect(Number(ran.stdout)).toBeLessThanOrEqual(64);
  });

  test("its processes", async ({ skip }) => {
    const line = `perl -e 'for (1..100) { $p = fork; if (!defined $p) { print "refused"; exit } if (!$p) { sleep 9; exit } }'`;
    const ran = await limited({ processes: 20 }, line);
    skip(ran.exit === 127, "there is no Perl");
    expect(ran.stdout).toBe("refused");
  });

  test("the limits that it has: they can't be raised", async () => {
    const ran = await limited(
      { files: 64 },
      "ulimit -n 65 && echo done; ulimit -Hn 65 && echo done; ulimit -c 1 && echo done",
    );
    expect(ran.stdout).toBe("");
  });
});

describe("a command that ends by itself", () => {
  test("is told by its code, signal and text", async () => {
    expect(await limited({}, "echo out; echo err >&2; exit 3")).toMatchObject({
      ...{ exit: 3, signal: null, stdout: "out\n", stderr: "err\n", cut: false, limit: null, undone: [] },
    });
    expect(await tryInside(scene, "kill -SEGV $$")).toMatchObject({ exit: null, signal: "SIGSEGV", limit: null });
    expect(await tryInside(scene, "printf 'a\\xffb\\xc3'")).toMatchObject({ stdout: "a\ufffdb\ufffd", cut: false });
    expect(await tryInside(scene, "git log --nonsense")).toMatchObject({ signal: null });
  });

  test("may be none", async () => {
    scene = await makeScene({ bare: true });
    const run = (...argv: string[]) => scene.sandbox.run({ argv }, { writable: false });
    expect(await run("no-such-program")).toMatchObject({ exit: 127, signal: null });
    expect(await run("./a.txt")).toMatchObject({ exit: 126 });
    expect(await run("cd", "sub")).toMatchObject({ exit: 127 });
    await expect(run("-c")).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
    await expect(run()).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
    await expect(run("ls", "a\0--bind\0/\0/")).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
    await expect(run("echo", "x".repeat(1 << 22))).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
  });

  test("gets its words and its input as they are", async () => {
    scene = await makeScene({ bare: true });
    const words = ["--", "$HOME", "a b", "*", "'\"", "", "é\n"];
    const ran = await scene.sandbox.run({ argv: ["printf", "[%s]", ...words], stdin: "x" }, { writable: false });
    expect(ran.stdout).toBe(words.map((word) => `[${word}]`).join(""));
    const cat = await scene.sandbox.run({ argv: ["cat"], stdin: "in\n" }, { writable: false });
    expect(cat.stdout).toBe("in\n");
    expect((await scene.sandbox.run({ argv: ["cat"] }, { writable: false })).stdout).toBe("");
    expect(await scene.sandbox.run({ argv: ["true"], stdin: "x".repeat(1 << 20) }, { writable: false })).toMatchObject({
      exit: 0,
    });
  });

  test("opens its streams by their names", async () => {
    scene = await makeScene({ bare: true });
    const line =
      "cat /dev/stdin; echo out > /dev/stdout; echo err > /dev/stderr; echo more | tee /dev/stderr; cat /proc/self/fd/0";
    const ran = await scene.sandbox.run({ argv: ["bash", "-c", line], stdin: "in\n" }, { writable: false });
    expect(ran).toMatchObject({ exit: 0, stdout: "in\nout\nmore\nin\n", stderr: "err\nmore\n" });
  });

  test("stands in a folder below the root", async () => {
    scene = await makeScene({ bare: true });
    const stand = (cwd: string) => scene.sandbox.run({ argv: ["pwd"], cwd }, { writable: false });
    expect((await stand("sub/deep")).stdout).toBe(`${join(scene.root, "sub/deep")}\n`);
    for (const cwd of ["..", "../outside", "out", "/", "/tmp", scene.outside]) {
      await expect(stand(cwd)).rejects.toMatchObject({ code: "OUTSIDE_FOLDER" });
    }
    await expect(stand("nowhere")).rejects.toMatchObject({ code: "FILE_UNREADABLE" });
  });
});
