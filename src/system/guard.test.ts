import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { afterEach, expect, test } from "vitest";

const noShell = existsSync("/bin/sh") ? undefined : "there is no shell here";
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** A process that waits, and one that guards it and its own group until it is ended; `then` is what that one does. */
async function guarded(then: string) {
  const waits = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore", detached: true });
  const address = new URL("./guard.ts", import.meta.url).href;
  const program = `
    const { guard } = await import(${JSON.stringify(address)});
    const guarded = guard(${waits.pid}, () => console.log("failed"));
    ${then}
    console.log("ready");
    setInterval(() => {}, 1000);`;
  const guards = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(waits, guards);
  await once(guards.stdout!, "data");
  return { waits, guards };
}

test("a guarded process is gone when the one that guards it is", async ({ skip }) => {
  if (noShell) skip(noShell);
  const { waits, guards } = await guarded("");
  const gone = once(waits, "exit");
  guards.kill("SIGKILL");
  expect(await gone).toEqual([null, "SIGKILL"]);
});

test("so are the groups that it holds, but not those that it held", async ({ skip }) => {
  if (noShell) skip(noShell);
  const held = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore", detached: true });
  const left = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore", detached: true });
  started.push(held, left);
  const { guards } = await guarded(
    `guarded.group(${held.pid}, true); guarded.group(${left.pid}, true); guarded.group(${left.pid}, false);`,
  );
  const gone = once(held, "exit");
  guards.kill("SIGKILL");
  expect(await gone).toEqual([null, "SIGKILL"]);
  expect(left.exitCode ?? left.signalCode).toBe(null);
});

test("one that has ended is guarded no more", async ({ skip }) => {
  if (noShell) skip(noShell);
  const { waits, guards } = await guarded("guarded.end(); setTimeout(() => process.exit(), 200);");
  await once(guards, "exit");
  expect(waits.exitCode ?? waits.signalCode).toBe(null);
  waits.kill("SIGTERM");
  expect(await once(waits, "exit")).toEqual([null, "SIGTERM"]);
});
