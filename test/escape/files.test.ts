import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type Attempt,
  endScene,
  expectUnharmed,
  makeScene,
  missing,
  type Scene,
  tryInside,
  tryOutside,
} from "./scene.ts";

let scene: Scene;
beforeEach(async ({ skip }) => {
  skip(missing !== "", missing);
  scene = await makeScene();
});
afterEach(() => {
  if (missing === "") endScene(scene);
});

const writes: Attempt[] = [
  { name: "an absolute path", line: "echo x > {outside}/secret.txt" },
  { name: "a path with ..", line: "echo x > ../outside/secret.txt" },
  { name: "a link in the folder", line: "echo x > out/secret.txt" },
  { name: "a link of its own", line: "ln -s {outside} link; echo x > link/new.txt" },
  { name: "a link in place of a file that is written", line: "ln -sf {outside}/secret.txt a.txt; echo x > a.txt" },
  { name: "a hard link", line: "ln {outside}/secret.txt hard; echo x > hard" },
  { name: "moving a file out", line: "mv a.txt ../outside/a.txt" },
  { name: "moving a file in", line: "mv ../outside/secret.txt stolen.txt" },
  { name: "moving the folder itself", line: "mv {root} {root}.moved; mkdir {outside}/moved" },
  { name: "making a neighbour", line: "mkdir ../planted; touch ../planted/x" },
  { name: "removing the neighbours", line: "rm -rf ../outside ../home" },
  { name: "find -delete over a link", line: "find -L out -type f -delete" },
  { name: "the root of its own process", line: "echo x > /proc/self/root{outside}/secret.txt" },
  { name: "the folder of its own process", line: "echo x > /proc/self/cwd/../outside/secret.txt" },
  { name: "chmod", line: "chmod 777 {outside}/secret.txt" },
  { name: "touch", line: "touch -d 2001-01-01 {outside}/secret.txt" },
  { name: "truncate", line: "truncate -s 0 {outside}/secret.txt" },
  { name: "dd", line: "dd if=/dev/zero of={outside}/secret.txt bs=1 count=1 conv=notrunc" },
  {
    name: "an archive with absolute names",
    line: "tar -cPf t.tar --transform 's,^,{outside}/,' a.txt; tar -xPf t.tar",
  },
  {
    name: "an archive with .. in its names",
    line: "tar -cPf t.tar --transform 's,^,../outside/,' a.txt; tar -xPf t.tar",
  },
  {
    name: "an archive over a link",
    line: "mkdir d; ln -s {outside} d/l; tar -cf t.tar d; tar -xf t.tar; cp a.txt d/l/new",
  },
  {
    name: "a git work tree elsewhere",
    line: "git --work-tree={outside} checkout-index -a; git init {outside}/repository",
  },
  { name: "sed -i", line: "sed -i s/SECRET/x/ {outside}/secret.txt" },
  { name: "a shell that runs later", line: "(sleep 0.2; echo x > {outside}/secret.txt) & sleep 0.3" },
];

describe("writing outside", () => {
  test.each(writes)("$name", async ({ line }) => {
    expectUnharmed(scene, await tryInside(scene, line));
  });

  test.each(writes)("$name, where the folder is read-only", async ({ line }) => {
    expectUnharmed(scene, await tryInside(scene, line, false));
  });

  // Each of them does harm where nothing confines it: otherwise the tests above show nothing.
  test.each(writes)("$name is a real attempt", ({ line }) => {
    const said = tryOutside(scene, line);
    expect(() => expectUnharmed(scene, { stdout: said, stderr: "" })).toThrow();
  });
});

const reads: Attempt[] = [
  { name: "an absolute path", line: "cat {outside}/secret.txt" },
  { name: "a path with ..", line: "cat ../outside/secret.txt" },
  { name: "a link in the folder", line: "cat out/secret.txt" },
  { name: "a copy that follows links", line: "cp -rL out copy; cat copy/*" },
  { name: "the home folder", line: "cat {home}/.ssh/id_ed25519; cat ~/.ssh/id_ed25519" },
  { name: "Ergo's keys", line: "cat {home}/.ergo/keys/*" },
  { name: "Ergo's records of the folder", line: "cat .ergo/traces/*; cat {root}/.ergo/traces/*" },
  {
    name: "a search through everything",
    line: "grep -rs SECRET- {outside} {home} ..",
  },
  { name: "the root of its own process", line: "cat /proc/self/root{outside}/secret.txt" },
  { name: "a program outside", line: "{outside}/run.sh; sh {outside}/run.sh" },
  { name: "an archive of the neighbours", line: "tar -C .. -cf t.tar outside home; cat t.tar" },
  {
    name: "git beyond the folder",
    line: "git grep --no-index -h SECRET .. ; git diff --no-index a.txt {outside}/secret.txt",
  },
];

describe("reading outside", () => {
  test.each(reads)("$name", async ({ line }) => {
    for (const writable of [true, false]) {
      const ran = await tryInside(scene, line, writable);
      expect(ran.stdout + ran.stderr).not.toContain(scene.secret);
    }
  });

  test.each(reads)("$name is a real attempt", ({ line }) => {
    expect(tryOutside(scene, line)).toContain(scene.secret);
  });
});

describe("the machine", () => {
  test("no file of users, hosts or services is there", async () => {
    const files =
      "/etc/shadow /etc/gshadow /etc/hosts /etc/resolv.conf /etc/ssh /etc/sudoers /etc/machine-id /etc/environment";
    const ran = await tryInside(scene, `cat ${files}; ls -d ${files}`);
    expect(ran.stdout).toBe("");
    const users = await tryInside(scene, "cat /etc/passwd");
    expect(users.stdout.trim().split("\n")).toHaveLength(2);
  });

  test("of the home folder only programs are there", async () => {
    const home = userInfo().homedir;
    const seen = (await tryInside(scene, `ls -A ${home}`)).stdout.split("\n").filter(Boolean);
    const path = (process.env.PATH ?? "").split(":");
    expect(seen.filter((name) => !path.some((dir) => dir.startsWith(`${join(home, name)}/`)))).toEqual([]);
    const keys = [".ssh", ".aws", ".config", ".gnupg", ".npmrc", ".netrc", ".bash_history", ".cargo/credentials.toml"];
    const ran = await tryInside(scene, `cd ${home}; ls -d ${keys.join(" ")} ~/.ssh`);
    expect(ran.stdout).toBe("");
    expect(homedir()).not.toBe("");
  });

  test.each([
    ["folders that are not needed", "ls -A /var /run /opt /srv /mnt /media /boot /sys"],
    ["the disk", "ls /dev/sda /dev/vda /dev/nvme0n1 /dev/mem /dev/kmsg /dev/fuse /dev/kvm"],
  ])("%s are not there", async (_, line) => {
    expect((await tryInside(scene, line)).stdout.replace(/^\/\w+:$/gm, "").trim()).toBe("");
  });

  test.each([
    "touch /usr/bin/planted",
    "echo x >> /usr/bin/env",
    "echo x >> /etc/passwd",
    "touch /etc/ld.so.preload",
    "touch /planted",
    "touch /dev/planted",
    "mkdir /bin/planted",
    "echo x > /proc/sys/kernel/core_pattern",
    "echo x > /proc/sys/vm/drop_caches",
    "echo h > /proc/sysrq-trigger",
    "echo 0 > /proc/self/oom_score_adj",
    "echo 1000 > /proc/1/oom_score_adj",
    "mkdir /sys/fs/cgroup/planted",
  ])("%s is refused", async (line) => {
    const pattern = readFileSync("/proc/sys/kernel/core_pattern", "utf8");
    const ran = await tryInside(scene, line);
    expect(ran.exit).not.toBe(0);
    expect(readFileSync("/proc/sys/kernel/core_pattern", "utf8")).toBe(pattern);
    for (const path of ["/usr/bin/planted", "/planted", "/dev/planted", "/bin/planted", "/etc/ld.so.preload"]) {
      expect(existsSync(path)).toBe(false);
    }
  });

  test("what is written to the home and to /tmp inside is nowhere outside, and gone afterwards", async () => {
    const name = `planted-${scene.secret}`;
    expect((await tryInside(scene, `touch ~/${name} /tmp/${name} /dev/shm/${name} && echo made`)).stdout).toBe(
      "made\n",
    );
    for (const dir of ["/home/user", "/tmp", "/dev/shm", homedir()]) expect(existsSync(join(dir, name))).toBe(false);
    expect((await tryInside(scene, `ls ~ /tmp /dev/shm`)).stdout).not.toContain(name);
  });

  test("a program with the set-user-ID bit gives nothing", async () => {
    const ran = await tryInside(
      scene,
      "cp /usr/bin/id mine; chmod u+s,g+s mine; ./mine -u; su -c id; sudo -n id; cat /proc/self/status",
    );
    expect(ran.stdout).toMatch(/^CapEff:\t0+$/m);
    expect(ran.stdout).toMatch(/^CapBnd:\t0+$/m);
    expect(ran.stdout).toMatch(/^NoNewPrivs:\t1$/m);
    expect(ran.stdout).not.toContain("uid=0");
    expect(statSync(join(scene.root, "mine")).uid).toBe(process.getuid?.());
  });

  test("files that are made belong to who runs Ergo", async () => {
    await tryInside(scene, "echo x > new.txt; mkdir -p new/folder");
    for (const name of ["new.txt", "new/folder"]) {
      expect(statSync(join(scene.root, name)).uid).toBe(process.getuid?.());
      expect(statSync(join(scene.root, name)).gid).toBe(process.getgid?.());
    }
  });

  test("a program in the folder takes no name of the system's", async () => {
    await tryInside(
      scene,
      "mkdir -p bin node_modules/.bin; printf '#!/bin/sh\\necho fake' | tee ls bin/ls node_modules/.bin/ls; chmod +x ls */ls */*/ls",
    );
    chmodSync(join(scene.root, "ls"), 0o755);
    const ran = await scene.sandbox.run({ argv: ["ls"] }, { writable: false });
    expect(ran.stdout).toContain("a.txt");
    expect(readdirSync(scene.root)).toContain("bin");
  });
});
