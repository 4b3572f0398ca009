import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ErgoError } from "../core/error.ts";
import { openSandbox } from "./open.ts";
import { programs } from "./program.ts";

let dir: string;
const home = process.env.HOME;

beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "ergo-open-")));
  process.env.HOME = join(dir, "home");
  for (const name of ["folder", "home/.ergo"]) mkdirSync(join(dir, name), { recursive: true });
});
afterEach(() => {
  process.env.HOME = home;
  rmSync(dir, { recursive: true });
});

const open = (root: string, path?: string) =>
  openSandbox({
    root,
    state: join(dir, "state"),
    home: join(dir, "home/.ergo"),
    ...(path === undefined ? {} : { path }),
  });

/** A program that stands for bubblewrap. */
function stand(script: string): string {
  const bin = join(dir, "tool/bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "bwrap"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return bin;
}

describe.skipIf(process.platform !== "linux")("where commands can't be confined, that is the answer", () => {
  test("an old bubblewrap", async () => {
    const opened = await open(join(dir, "folder"), stand("echo bubblewrap 0.6.1"));
    expect(opened).toMatchObject({ code: "SANDBOX_MISSING", message: expect.stringContaining("bubblewrap 0.6.1") });
  });

  test("one that the kernel refuses", async () => {
    const refusal = "bwrap: No permissions to create a new namespace";
    const opened = await open(
      join(dir, "folder"),
      stand(`[ "$1" = --version ] && echo 0.8.0 || { echo "${refusal}" >&2; exit 1; }`),
    );
    expect(opened).toMatchObject({ code: "SANDBOX_BLOCKED", exit: 5 });
    expect((opened as ErgoError).remedy).not.toBe("");
  });

  test("one that only seems to work", async () => {
    const opened = await open(join(dir, "folder"), stand('[ "$1" = --version ] && echo 1.0 || exit 0'));
    expect(opened).toMatchObject({ code: "SANDBOX_BLOCKED" });
  });

  test.each(["/", "/tmp", "/proc", "/proc/self", "/dev", "/sys/kernel", "/home"])("the folder %s", async (root) => {
    expect(await open(root)).toMatchObject({ code: "SANDBOX_FOLDER" });
  });

  test("the home folder, what holds it, and Ergo's own", async () => {
    for (const root of [homedir(), dir, join(dir, "home/.ergo")]) {
      expect(await open(root)).toMatchObject({ code: "SANDBOX_FOLDER" });
    }
  });
});

describe("programs", () => {
  const found = (path: string) => {
    const { path: dirs, folders } = programs(path, [join(dir, "folder")]);
    return {
      path: dirs.filter((one) => one.startsWith(dir)),
      folders: folders.map((one) => one.slice(dir.length + 1)),
    };
  };
  const make = (...names: string[]) => {
    for (const name of names) mkdirSync(join(dir, name), { recursive: true });
  };

  test("of an installation below the home come with their libraries, not with what lies beside", () => {
    make("home/.nvm/v24/bin", "home/.nvm/v24/lib", "home/.nvm/v24/etc", "home/.cargo/bin");
    writeFileSync(join(dir, "home/.cargo/credentials.toml"), "token");
    const path = `${dir}/home/.nvm/v24/bin:${dir}/home/.cargo/bin`;
    expect(found(path).folders).toEqual(["home/.nvm/v24/bin", "home/.nvm/v24/lib", "home/.cargo/bin"]);
    expect(found(path).path).toEqual(path.split(":"));
  });

  test("of a link are those it leads to", () => {
    make("tool/1.0/bin");
    symlinkSync(join(dir, "tool/1.0"), join(dir, "tool/current"));
    expect(found(`${dir}/tool/current/bin`).path).toEqual([`${dir}/tool/1.0/bin`]);
  });

  test("that the folder asked about supplies are not taken", () => {
    make("folder/node_modules/.bin", "folder/bin");
    symlinkSync(join(dir, "folder/bin"), join(dir, "bin"));
    const path = `.:::bin:${dir}/folder/node_modules/.bin:${dir}/folder/bin:${dir}/bin:${dir}/missing`;
    expect(found(path)).toEqual({ path: [], folders: [] });
  });

  test("directly in the home, in folders of other names, and where others may write are not taken", () => {
    make("home/bin", "home/scripts", "tool/bin");
    chmodSync(join(dir, "tool/bin"), 0o777);
    expect(found(`${dir}/home/bin:${dir}/home/scripts:${dir}/tool/bin`)).toEqual({ path: [], folders: [] });
  });

  test("of the system are always there", () => {
    expect(programs("", []).path).toContain("/usr/bin");
    expect(programs("", []).folders).toEqual([]);
  });
});
