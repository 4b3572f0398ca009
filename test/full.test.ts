import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bin, folder } from "./ergo.ts";

/** Why no small file system can be made here; undefined when one can. */
function lacking(): string | undefined {
  try {
    execFileSync("bwrap", ["--dev-bind", "/", "/", "--size", "65536", "--tmpfs", "/mnt", "true"], { stdio: "pipe" });
    return undefined;
  } catch (thrown) {
    return `bubblewrap makes no file system of a given size here (${String(thrown).split("\n")[0]})`;
  }
}

const missing = lacking();

/** Fills the disk but for about so many KB, asks, makes room, and goes on; each step's exit code and errors on stdout. */
const script = `
cd /mnt && mkdir -p folder/a/docs folder/b/docs && echo one >folder/a/docs/1.md && echo two >folder/b/docs/2.md
head -c 100000000 /dev/zero >filler 2>/dev/null
truncate -s -"$1" filler
step() { "$NODE" "$BIN" "$@" --dir /mnt/folder --json >/tmp/out 2>/tmp/err; code=$?; }
step ask "How many files are in docs?"
printf 'ask %s %s\n' "$code" "$(grep -o '^error [A-Z_]*: .*' /tmp/err)"
rm filler
step runs
run=$(grep -o '"run":"[^"]*"' /tmp/out | head -1 | cut -d'"' -f4)
[ -n "$run" ] || { echo "none $code"; exit; }
step resume "$run"
step resume "$run" --answer a/docs
printf 'resume %s %s %s\n' "$code" "$(grep -o '"answer":"[^"]*"' /tmp/out)" "$(cat /tmp/err)"
step verify "$run"
printf 'verify %s %s\n' "$code" "$(cat /tmp/err)"
`;

function onFullDisk(left: number): string {
  const env = { ...process.env, ERGO_HOME: "/mnt/home", ERGO_MODEL: "none", NODE: process.execPath, BIN: bin };
  const shared = folder();
  const small = ["--dev-bind", "/", "/", "--bind", shared, "/tmp", "--size", "4194304", "--tmpfs", "/mnt"];
  // What the test itself runs may lie below /tmp.
  const program = ["--ro-bind", join(bin, "../.."), join(bin, "../..")];
  return execFileSync("bwrap", [...small, ...program, "sh", "-c", script, "sh", String(left)], {
    env: { ...env, NODE_DISABLE_COMPILE_CACHE: "1" },
    encoding: "utf8",
  });
}

test("a disk that is full at any moment of a run ends it with the file named; with room again it goes on", async ({
  skip,
}) => {
  skip(missing !== undefined, missing);
  const said = [0, 8192, 16384, 24576, 32768, 40960, 49152, 65536].map(onFullDisk);
  for (const each of said) {
    const [asked, ...rest] = each.trim().split("\n");
    // Either it was stopped by the disk, or it came to its question.
    expect(asked).toMatch(/^ask (1 error (TRACE_WRITE|DISK_FULL|HOME_WRITE): .*\/mnt\/(folder|home)|6 )/);
    if (rest[0]?.startsWith("none")) continue;
    expect(rest[0]).toMatch(/^resume 0 "answer":"There is 1 file/);
    expect(rest.slice(1).join("\n").trim()).toBe("verify 0");
  }
  expect(said.filter((each) => each.startsWith("ask 1")).length).toBeGreaterThan(1);
  expect(said.filter((each) => each.includes("resume 0")).length).toBeGreaterThan(1);
}, 120_000);
