import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lookup } from "../../src/policy/table.ts";
import { commandJudge } from "../../src/runtime/session/policy.ts";
import type { Target } from "./target.ts";

const root = "/home/user/project";
const secret = "what-lies-outside-of-the-folder";
/** A value that runs a command where the shell expects a number or a name. */
const payload = "a[$(touch pwned)]";
const judge = commandJudge(root);
const home = mkdtempSync(join(tmpdir(), "ergo-fuzz-"));
const folder = join(home, "project");

const files: Record<string, string> = {
  "a.txt": "one\ntwo\ntwo\n",
  "b.txt": "1\n2\n",
  "f x.txt": "spaces\n",
  "-v": "a name that is an option\n",
  "-opwned": "another\n",
  [payload]: "a name that holds a command\n",
  list: `a.txt\n${root}/../secret.txt\n/home/user/secret.txt\n`,
  code: `${payload}\n-v ${payload}\n-opwned\nPATH\n`,
  "data.json": '{"a": [1, 2]}\n',
  "src/app.ts": "export const x = 1;\n",
  "src/b.txt": "below\n",
  "bin/ls": "#!/bin/sh\ntouch /home/user/project/pwned\n",
  "bin/cat": "#!/bin/sh\ntouch /home/user/project/pwned\n",
};

/** Programs that end by themselves and come with most machines, and those of the shell. */
const used =
  `[ alias awk b2sum base32 base64 basename bind cat cd chmod cksum cmp column comm command compgen complete cp csplit cut date
  dd declare df diff dir dircolors dirname dirs du echo egrep enable env eval expand export expr factor fc fgrep file find fmt fold
  getconf getent getopts git grep groups gunzip gzip hash head hexdump history hostname iconv id install join jobs jq let link ln local
  locale ls lsof mapfile md5sum mkdir mktemp mv namei nice nl nohup nproc numfmt od openssl paste pathchk perl pr printenv printf
  ps ptx pushd pwd readarray readlink readonly realpath rev rm sed seq set sha256sum shopt shuf sort split stat strings sum sync
  tac tail tar tee test time timeout touch tr trap tree truncate tsort tty type typeset ulimit umask uname unexpand uniq unlink unset
  unxz unzip users vdir wait wc whereis which who whoami xargs xxd xz xzcat zcat zdiff zgrep zip`.split(/\s+/);

type Random = () => number;
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

const plain = ["a.txt", "b.txt", "src", "list", "code", "data.json", "out", "src/app.ts", "x", "3", "."];
const risky = [
  "*",
  "./*",
  "*.txt",
  "src/*",
  "a*",
  "$x",
  '"$x"',
  "$y",
  '"$y"',
  "$(cat code)",
  '"$(cat code)"',
  "$(cat list)",
  "$(ls)",
  "$(ls | head -3)",
  "$(find . -type f)",
  "$(<list)",
  "$(< ../secret.txt)",
  '"$@"',
  `\${a[@]}`,
  `"\${a[@]}"`,
  `\${a[$y]}`,
  "$((y))",
  "$((1 + 2))",
  `\${y:1}`,
  `\${x:y}`,
  "~/secret.txt",
  "../secret.txt",
  "/home/user/secret.txt",
  "'a[$(touch pwned)]'",
  "-v",
  "-o",
  "--",
  "PATH=bin",
  "'PATH=bin'",
  "PATH",
  "-opwned",
  "--files0-from=list",
  "-f",
  "list",
  "<(ls)",
  "{a,b}.txt",
  "{,out}",
  "-",
] as const;
const programsOf: Record<string, readonly string[]> = {
  awk: [
    "{print}",
    '{print > "out"}',
    "NR==1",
    'BEGIN{while((getline l < "list")>0) print l}',
    'BEGIN{ARGV[1]="../secret.txt"; ARGC=2}{print}',
  ],
  sed: ["p", "s/a/b/", "w out", "1e touch pwned", "r ../secret.txt", "s/a/b/w out", "$!d"],
  query: [".", ".a[]", "input_filename", 'import "list" as $x; .'],
};

/** Lines around a command: what is set before it, and what feeds it. */
const around: ((command: string) => string)[] = [
  (command) => command,
  (command) => command,
  (command) => `x=$(cat code); ${command}`,
  (command) => `y='a[$(touch pwned)]'; ${command}`,
  (command) => `read -r y < code; ${command}`,
  (command) => `read x y < b.txt; ${command}`,
  (command) => `mapfile -t a < code; ${command}`,
  (command) => `a=(*); ${command}`,
  (command) => `for x in *; do ${command}; done`,
  (command) => `for x in *.txt; do ${command}; done`,
  (command) => `for y in $(cat code); do ${command}; done`,
  (command) => `ls | while read -r x; do ${command}; done`,
  (command) => `while read -r y; do ${command}; done < code`,
  (command) => `set -- *; ${command}`,
  (command) => `printf -v PATH %s bin; ${command}`,
  (command) => `for PATH in bin; do ${command}; done`,
  (command) => `cd src; ${command}`,
  (command) => `cd src && f() { cd ..; }; f; ${command}`,
  (command) => `IFS=/; ${command}`,
  (command) => `ls | xargs ${command}`,
  (command) => `xargs ${command} < list`,
  (command) => `find . -name '*.txt' -exec ${command} {} +`,
  (command) => `find . -type f | xargs -n 1 ${command}`,
  (command) => `ls | ${command}`,
  (command) => `${command} | wc -l`,
  (command) => `[ ${command} ]`,
  (command) => `echo $(${command})`,
];

const builtins = [
  "test",
  "test -v",
  "let",
  "let y=",
  "unset",
  "declare",
  "export",
  "read",
  "printf -v",
  "wait -p",
  "getopts a",
  "echo $((",
  "((",
  "[[ $y -eq",
  "echo",
  "cat",
  "cat -n",
  "uniq",
  "uniq -c",
  "xxd",
  "sort",
  "wc",
  "wc -l",
  "ptx -G",
  "grep -c .",
  "head -n 1",
  "cut -c 1",
] as const;

function line(random: Random): string {
  const name = random() < 0.5 ? pick(random, builtins) : pick(random, used);
  const closing = name.endsWith("((") ? " ))" : name.startsWith("[[") ? " ]]" : "";
  const words = Array.from({ length: Math.floor(random() * 4) }, () => word(name, random));
  return pick(random, around)(`${name} ${words.join(" ")}${closing}`);
}

/** A word of a command: an option from the table, a program in its language, a file, or what may become any of them. */
function word(name: string, random: Random): string {
  const entry = lookup(name.split(" ")[0]!);
  const options = [...(entry?.options.keys() ?? []), ...(entry?.subcommands?.keys() ?? [])];
  const chance = random();
  if (chance < 0.3 && options.length > 0) return pick(random, options);
  const language = Object.keys(programsOf).find((each) => entry?.operands?.includes(each));
  if (chance < 0.5 && language !== undefined) return `'${pick(random, programsOf[language]!)}'`;
  return chance < 0.65 ? pick(random, plain) : pick(random, risky);
}

function lay(): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text, { mode: name.startsWith("bin/") ? 0o755 : 0o644 });
  }
  writeFileSync(join(home, "secret.txt"), `${secret}\n`);
}

/** Everything in the folder: names, rights and contents. */
function seen(dir = folder): string {
  const entries = readdirSync(dir, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  return entries
    .map((entry) => {
      const path = join(dir, entry.name);
      if (entry.isDirectory()) return `${path}/\n${seen(path)}`;
      return `${path} ${statSync(path).mode} ${entry.isFile() ? readFileSync(path, "latin1") : "?"}`;
    })
    .join("\n");
}

/** What bash printed for a line, in a sandbox of its own where only the folder can be written. */
function run(command: string): string {
  const confined = `--ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --tmpfs /home --bind ${home} /home/user --ro-bind ${home}/secret.txt /home/user/secret.txt --chdir ${root} --unshare-all --die-with-parent --new-session --clearenv --setenv HOME /home/user --setenv PATH /usr/bin:/bin`;
  const done = spawnSync("bwrap", [...confined.split(" "), "bash", "-c", command], {
    input: "",
    timeout: 3000,
    killSignal: "SIGKILL",
    encoding: "latin1",
    maxBuffer: 1 << 24,
  });
  return `${done.stdout ?? ""}${done.stderr ?? ""}`;
}

function confines(): boolean {
  try {
    execFileSync("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const able = confines();
if (!able) console.log("policy: nothing is tried, as there is no bubblewrap that works here");
lay();
const before = seen();

export const target: Target = {
  about:
    "lines that are judged to read alone, against what bash does with them in a folder of hostile names and contents",
  async attempt(random) {
    const command = line(random);
    if (!able || (await judge(command)).effects.join() !== "read") return { tried: 0, wrong: null };
    const printed = run(command);
    const changed = seen() !== before;
    if (changed) lay();
    if (changed) return { tried: 1, wrong: `${command}: changes the folder` };
    return { tried: 1, wrong: printed.includes(secret) ? `${command}: reads beyond the folder` : null };
  },
  close: () => rmSync(home, { recursive: true, force: true }),
};
