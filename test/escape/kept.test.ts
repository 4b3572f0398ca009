import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type Attempt,
  endScene,
  expectUnharmed,
  makeScene,
  missing,
  type Scene,
  state,
  tree,
  tryInside,
  tryOutside,
} from "./scene.ts";

let scene: Scene;
afterEach(() => {
  if (missing === "") endScene(scene);
});

const changes: Attempt[] = [
  { name: "a hook is written", line: "echo evil > .git/hooks/pre-commit" },
  { name: "a hook is made", line: "echo evil > .git/hooks/post-checkout" },
  { name: "the configuration is appended to", line: "printf '[core]\\nfsmonitor=evil\\n' >> .git/config" },
  { name: "git itself sets it", line: "git config core.hooksPath evil" },
  { name: "a commit is made", line: "git -c user.name=a -c user.email=a@a add a.txt" },
  { name: "it is removed", line: "rm -rf .git" },
  { name: "it is moved away", line: "mv .git old && cp -r old .git" },
  { name: "it is replaced by a link", line: "mkdir sub/evil; rm -rf .git; ln -sfn sub/evil .git" },
  { name: "it is written through a link", line: "ln -s .git link; echo evil > link/hooks/pre-commit" },
  { name: "it is written through the process's folder", line: "echo evil > /proc/self/cwd/.git/config" },
  { name: "a hard link leads to it", line: "ln .git/config hard; echo evil >> hard" },
  { name: "a file is moved over it", line: "echo evil > e; mv e .git/config" },
  { name: "its modes change", line: "chmod -R 777 .git" },
  { name: "its times change", line: "touch -d 2001-01-01 .git .git/config" },
  {
    name: "a file is unpacked into it",
    line: "mkdir -p d/.git; echo evil > d/.git/config; tar -C d -cf t.tar .git; tar -xf t.tar",
  },
  { name: "a deeper repository is written", line: "echo evil > lib/.git/hooks/pre-commit" },
  {
    name: "a deeper repository is reached by renaming its folder",
    line: "mv lib lab; echo evil > lab/.git/config; mv lab lib",
  },
  { name: "a deeper repository is removed", line: "rm -rf lib/.git" },
  { name: "a deeper repository is exchanged", line: "mv lib/.git sub/; cp -r sub/.git lib/.git" },
  { name: "ergo.yaml is written", line: "echo 'profile: sovereign' > ergo.yaml" },
  { name: "ergo.yaml is removed", line: "rm -f ergo.yaml" },
  { name: "ergo.yaml is moved", line: "mv ergo.yaml sub/" },
  { name: "ergo.yaml is replaced", line: "echo 'profile: sovereign' > e; mv -f e ergo.yaml" },
  { name: "ergo.yaml is replaced by a link", line: "echo 'profile: sovereign' > e; ln -sf e ergo.yaml" },
  { name: "ergo.yaml is reached by a hard link", line: "ln ergo.yaml hard; echo evil > hard" },
  { name: "ergo.yaml is edited in place", line: "sed -i s/read/sovereign/ ergo.yaml" },
  { name: "ergo.yaml is truncated", line: "truncate -s 0 ergo.yaml" },
  { name: "a record is appended to", line: "echo evil >> .ergo/traces/run.jsonl" },
  { name: "the records are removed", line: "rm -rf .ergo" },
  { name: "the records are moved", line: "mv .ergo old" },
  { name: "the records are replaced by a link", line: "rm -rf .ergo; ln -sfn sub .ergo" },
];

describe("what configures or records", () => {
  beforeEach(async ({ skip }) => {
    skip(missing !== "", missing);
    scene = await makeScene();
  });

  test.each(changes)("stays as it is when $name", async ({ line }) => {
    expectUnharmed(scene, await tryInside(scene, line));
    expect(readdirSync(join(scene.root, ".ergo")).filter((name) => name !== "undone")).toEqual(["traces"]);
  });

  test.each(changes)("would change, were nothing confined, when $name", ({ line }) => {
    tryOutside(scene, line);
    expect(() => expectUnharmed(scene, { stdout: "", stderr: "" })).toThrow();
  });

  test("stays with a deeper repository that is moved as a whole", async () => {
    const { undone, exit } = await tryInside(scene, "mv lib moved; echo evil > moved/.git/config; true");
    expect([exit, undone]).toEqual([0, []]);
    expect(readFileSync(join(scene.root, "moved/.git/config"), "utf8")).not.toContain("evil");
  });

  test("is readable, but for Ergo's records", async () => {
    const ran = await tryInside(scene, "git rev-parse --git-dir; cat ergo.yaml; ls .ergo", false);
    expect(ran.stdout).toBe(".git\nprofile: read\n");
  });

  test("can't be reached by a name that was there before", async () => {
    linkSync(join(scene.root, "ergo.yaml"), join(scene.root, "sub/alias.yaml"));
    linkSync(join(scene.root, ".git/config"), join(scene.root, "alias"));
    linkSync(join(scene.root, "lib/.git/info/exclude"), join(scene.root, "other"));
    scene.before = state(scene);
    await tryInside(
      scene,
      "echo evil >> sub/alias.yaml; echo evil >> alias; echo evil >> other; mv sub bus; echo evil >> bus/alias.yaml",
    );
    expectUnharmed(scene, { stdout: "", stderr: "" });
  });

  test("is kept where .git is a link", async () => {
    renameSync(join(scene.root, "lib/.git"), join(scene.root, "lib/real"));
    symlinkSync("real", join(scene.root, "lib/.git"));
    const before = [tree(join(scene.root, "lib/real")), readlinkSync(join(scene.root, "lib/.git"))];
    const ran = await tryInside(
      scene,
      "echo evil > lib/real/hooks/pre-commit; cp -r lib/real lib/fake; echo evil > lib/fake/config; ln -sfn fake lib/.git",
    );
    expect([tree(join(scene.root, "lib/real")), readlinkSync(join(scene.root, "lib/.git"))]).toEqual(before);
    expect(ran.undone.length).toBeGreaterThan(0);
    await tryInside(scene, "rm lib/.git; mkdir lib/.git; echo evil > lib/.git/config");
    expect(readlinkSync(join(scene.root, "lib/.git"))).toBe("real");
  });

  test("is kept where .git is a file that names a folder", async () => {
    renameSync(join(scene.root, "lib/.git"), join(scene.root, "store"));
    writeFileSync(join(scene.root, "lib/.git"), "gitdir: ../store\n");
    const before = tree(join(scene.root, "store"));
    await tryInside(scene, "echo evil > store/config; echo 'gitdir: ../sub' > lib/.git; mv store other");
    expect(tree(join(scene.root, "store"))).toEqual(before);
    expect(readFileSync(join(scene.root, "lib/.git"), "utf8")).toBe("gitdir: ../store\n");
  });

  test("is kept in a folder whose name is no text", async () => {
    const strange = Buffer.concat([Buffer.from(`${scene.root}/`), Buffer.from([0xff, 0xfe])]);
    mkdirSync(strange);
    renameSync(join(scene.root, "lib/.git"), Buffer.concat([strange, Buffer.from("/.git")]));
    const config = Buffer.concat([strange, Buffer.from("/.git/config")]);
    const before = readFileSync(config, "utf8");
    await tryInside(scene, "for f in */.git/config; do echo evil > $f; done; printf '' > $'\\xff\\xfe/.git/config'");
    expect(readFileSync(config, "utf8")).toBe(before);
  });
});

const creations: Attempt[] = [
  { name: "a repository", line: "git init -q ." },
  { name: "a folder .git", line: "mkdir .git; echo evil > .git/config" },
  { name: "a file .git", line: "echo 'gitdir: sub' > .git" },
  { name: "a link .git", line: "ln -s sub .git" },
  { name: "a deeper repository", line: "git init -q sub/deep" },
  { name: "a deeper link .git", line: "ln -s ../.. sub/deep/.git" },
  { name: "a deeper file .git", line: "echo 'gitdir: x' > sub/.git" },
  { name: "a repository without .git", line: "git init -q --bare sub/bare" },
  {
    name: "a repository renamed into place",
    line: "git init -q --separate-git-dir=sub/x sub/y; mv sub/y/.git sub/deep/.git",
  },
  { name: "a repository in a closed folder", line: "mkdir c; git init -q c; chmod 0 c" },
  { name: "a repository in a folder that can't be entered", line: "mkdir c; git init -q c; chmod 444 c" },
  {
    name: "a repository in a folder that can't be changed",
    line: "mkdir c; git init -q c; chmod 500 c/.git; chmod 555 c",
  },
  { name: "a repository in a folder closed at the top", line: "git init -q sub/deep; chmod 555 ." },
  { name: "a repository where nothing can be entered", line: "git init -q sub/deep; chmod 0 sub; chmod 0 ." },
  { name: "a repository in a folder whose name is no text", line: "d=$'\\xff'; mkdir $d; git init -q $d" },
  { name: "ergo.yaml", line: "echo 'profile: sovereign' > ergo.yaml" },
  { name: "ergo.yaml by renaming", line: "echo 'profile: sovereign' > e; mv -f e ergo.yaml" },
  { name: "ergo.yaml as a link", line: "echo 'profile: sovereign' > e; ln -s e ergo.yaml" },
  { name: "ergo.yaml as a hard link", line: "echo 'profile: sovereign' > e; ln e ergo.yaml" },
  { name: "a folder .ergo", line: "mkdir -p .ergo/traces; echo evil > .ergo/traces/run.jsonl" },
  { name: "a deeper folder .ergo", line: "mkdir -p sub/.ergo/traces; echo evil > sub/.ergo/traces/run.jsonl" },
  { name: "a link .ergo", line: "ln -s sub .ergo" },
  { name: "a repository made by what stays behind", line: "(setsid sh -c 'sleep 0.3; git init -q sub/late' &) ; true" },
];

describe("what would configure or record", () => {
  beforeEach(async ({ skip }) => {
    skip(missing !== "", missing);
    scene = await makeScene({ bare: true });
  });

  test.each(creations)("is not there after making $name", async ({ line }) => {
    const ran = await tryInside(scene, line);
    execFileSync("chmod", ["-R", "u+rwX", scene.root]);
    const left = execFileSync("find", [
      scene.root,
      "(",
      "-name",
      ".git",
      "-o",
      "-name",
      "ergo.yaml",
      "-o",
      "-name",
      "HEAD",
      ")",
      "-not",
      "-path",
      "*/.ergo/undone/*",
    ]);
    expect(`${left}`).toBe("");
    expect(existsSync(join(scene.root, ".ergo/traces"))).toBe(false);
    expectUnharmed(scene, ran);
  });

  test("leaves nothing behind, and says what it took away", async () => {
    const before = readdirSync(scene.root);
    expect((await tryInside(scene, "ls")).undone).toEqual([]);
    expect(readdirSync(scene.root)).toEqual(before);
    const { undone } = await tryInside(scene, "git init -q sub/new");
    expect(undone).toEqual([join(scene.root, "sub/new/.git")]);
    expect(readdirSync(join(scene.root, ".ergo/undone"))).toHaveLength(1);
  });

  test("is the user's when someone outside makes it meanwhile", async () => {
    const running = tryInside(scene, "for i in 1 2 3 4 5 6 7 8 9; do sleep 0.1; test -e a.stop && break; done");
    while (!existsSync(join(scene.root, ".git"))) await new Promise((resolve) => setTimeout(resolve, 5));
    execFileSync("git", ["init", "-q", scene.root]);
    writeFileSync(join(scene.root, "a.stop"), "");
    expect((await running).undone).toEqual([]);
    expect(lstatSync(join(scene.root, ".git/HEAD")).isFile()).toBe(true);
  });
});
