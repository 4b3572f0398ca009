import { execFileSync, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { Ran, Sandbox } from "../../src/core/command.ts";
import { ErgoError } from "../../src/core/error.ts";
import type { Limits } from "../../src/sandbox/limit.ts";
import { openSandbox } from "../../src/sandbox/open.ts";

/** A folder with neighbours that no command may read or change, and what they all were before. */
export type Scene = {
  base: string;
  root: string;
  outside: string;
  home: string;
  /** Stands in every file that no command may read. */
  secret: string;
  sandbox: Sandbox;
  before: Record<string, string>;
};

/** One attempt: a shell line in which {outside}, {home}, {root} and {secret} are filled in. */
export type Attempt = {
  name: string;
  line: string;
  /** A program that the machine may not have. */
  needs?: string;
  /** What must be seen in what it prints, so that it is known to have been tried. */
  says?: RegExp;
};

/** Why nothing can be confined here; "" where it can. */
export const missing = await (async () => {
  const dir = mkdtempSync(join(tmpdir(), "ergo-probe-"));
  try {
    const opened = await openSandbox({ root: dir, state: join(dir, ".ergo"), home: join(dir, "home") });
    return opened instanceof ErgoError ? `${opened.message} (${opened.remedy})` : "";
  } finally {
    rmSync(dir, { recursive: true });
  }
})();

/** `bare`: a folder in which nothing is kept yet. */
export async function makeScene({ bare = false, limits = {} as Partial<Limits> } = {}): Promise<Scene> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "ergo-escape-")));
  const [root, outside, home] = [join(base, "folder"), join(base, "outside"), join(base, "home")];
  const secret = `SECRET-${randomBytes(12).toString("hex")}`;
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  write(join(outside, "secret.txt"), secret);
  write(join(outside, "run.sh"), `#!/bin/sh\necho ${secret}\n`);
  write(join(home, ".ssh/id_ed25519"), secret);
  write(join(home, ".ergo/keys/signing.key"), secret);
  mkdirSync(join(home, ".ergo", notes));
  write(join(root, "a.txt"), "one\n");
  write(join(root, "b.txt"), "two\n");
  write(join(root, "sub/deep/c.txt"), "three\n");
  symlinkSync(outside, join(root, "out"));
  if (!bare) {
    execFileSync("git", ["init", "-q", root]);
    write(join(root, ".git/hooks/pre-commit"), "#!/bin/sh\ntrue\n");
    execFileSync("git", ["init", "-q", join(root, "lib")]);
    write(join(root, "lib/code.txt"), "four\n");
    write(join(root, ".ergo/traces/run.jsonl"), secret);
    write(join(root, "ergo.yaml"), "profile: read\n");
  }
  const opened = await openSandbox({ root, state: join(root, ".ergo"), home: join(home, ".ergo"), limits });
  if (opened instanceof ErgoError) throw opened;
  const scene = { base, root, outside, home, secret, sandbox: opened, before: {} };
  return { ...scene, before: state(scene) };
}

export function endScene(scene: Scene): void {
  // Attempts may have closed folders to everyone.
  spawnSync("chmod", ["-R", "u+rwX", scene.base]);
  rmSync(scene.base, { recursive: true, force: true });
}

export function filled(line: string, { outside, home, root, secret }: Scene): string {
  return line
    .replaceAll("{outside}", outside)
    .replaceAll("{home}", home)
    .replaceAll("{root}", root)
    .replaceAll("{secret}", secret);
}

/** Runs a shell line inside. */
export function tryInside(scene: Scene, line: string, writable = true): Promise<Ran> {
  return scene.sandbox.run({ argv: ["bash", "-c", filled(line, scene)] }, { writable });
}

/** Runs the same line with nothing that confines it, to see that it is an attempt at all. */
export function tryOutside(scene: Scene, line: string): string {
  const { stdout, stderr } = spawnSync("bash", ["-c", filled(line, scene)], { cwd: scene.root, encoding: "utf8" });
  return stdout + stderr;
}

/** Nothing outside has changed, nothing that configures or records, and no secret was read. */
export function expectUnharmed(scene: Scene, ran: { stdout: string; stderr: string }): void {
  expect(state(scene)).toEqual(scene.before);
  expect(ran.stdout + ran.stderr).not.toContain(scene.secret);
}

/** Everything that no command may change: what lies around the folder, and what is kept in it. */
export function state(scene: { base: string; root: string }): Record<string, string> {
  const found: Record<string, string> = { "": readdirSync(scene.base).sort().join(" ") };
  for (const name of readdirSync(scene.base)) if (name !== "folder") Object.assign(found, tree(join(scene.base, name)));
  for (const path of keptBelow(scene.root)) Object.assign(found, tree(path));
  return found;
}

/** Where Ergo notes what it lets stand in a folder while a command runs. */
const notes = "stand-ins";

/** Every entry below a path with its kind, mode, times and content; directories that can't be read have none. */
export function tree(path: string, times = true): Record<string, string> {
  const entry = lstatSync(path);
  const content = entry.isSymbolicLink() ? readlinkSync(path) : entry.isFile() ? hash(path) : "";
  if (path.endsWith(`/.ergo/${notes}`)) return {};
  const found = { [path]: [entry.mode, times ? [entry.mtimeMs, entry.ctimeMs] : "", content].flat().join(" ") };
  if (!entry.isDirectory()) return found;
  for (const name of readdirSync(path)) Object.assign(found, tree(join(path, name), times));
  return found;
}

function keptBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    // What was taken away lies there.
    if (entry.name === ".ergo") return existsSync(join(path, "traces")) ? [join(path, "traces")] : [];
    if (entry.name === ".git" || entry.name === "ergo.yaml") return [path];
    // A name that is no text can't be followed from here.
    if (!entry.isDirectory() || !existsSync(path)) return [];
    try {
      if (existsSync(join(path, "HEAD"))) return [path];
      return keptBelow(path);
    } catch {
      chmodSync(path, 0o700);
      return keptBelow(path);
    }
  });
}

function hash(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
