import fc from "fast-check";
import { expect, test } from "vitest";
import { commandJudge } from "../runtime/session/policy.ts";

const judge = commandJudge("/home/user/project");
const flagged = async (command: string) => {
  const { effects } = await judge(command);
  return effects.includes("destructive") || effects.includes("unknown");
};
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const destructive = fc.constantFrom(
  "rm -rf src",
  "rm -fr ~",
  "rm * -r",
  "git reset --hard",
  "git clean -xdf",
  "find . -delete",
  "dd if=a of=/dev/sda",
  "mkfs.ext4 /dev/sdb",
  "shred -u a",
  "kubectl delete pod web",
  "psql -c 'drop table users'",
  "truncate -s 0 data.db",
);

/** From a simple command to a simple command that runs it. */
const wraps: ((command: string) => string)[] = [
  (command) => `sudo ${command}`,
  (command) => `sudo -u bob -- ${command}`,
  (command) => `env A=1 B=x ${command}`,
  (command) => `LC_ALL=C ${command}`,
  (command) => `timeout -s KILL 5 ${command}`,
  (command) => `nice -n 5 ${command}`,
  (command) => `nohup ${command}`,
  (command) => `command ${command}`,
  (command) => `time -p ${command}`,
  (command) => `stdbuf -oL ${command}`,
  (command) => `setsid ${command}`,
  (command) => `exec ${command}`,
  (command) => `xargs -n 1 ${command}`,
  (command) => `find . -name x -exec ${command} \\;`,
  (command) => `ssh host ${command}`,
  (command) => `docker run --rm alpine ${command}`,
  (command) => `> log ${command}`,
  (command) => `${command} < /dev/null 2>&1`,
];

/** From any line to a simple command that runs it. */
const shells: ((line: string) => string)[] = [
  (line) => `bash -c ${quote(line)}`,
  (line) => `sh -e -c ${quote(line)}`,
  (line) => `eval ${quote(line)}`,
  (line) => `su root -c ${quote(line)}`,
  (line) => `watch -n 1 ${quote(line)}`,
  (line) => `ssh -p 22 user@host ${quote(line)}`,
  (line) => `find . -type f -exec sh -c ${quote(line)} _ {} \\;`,
  (line) => `xargs -I{} bash -c ${quote(line)}`,
  (line) => `git submodule foreach ${quote(line)}`,
  (line) => `bash <<< ${quote(line)}`,
  (line) => `flock lock -c ${quote(line)}`,
];

/** From any line to a line that runs it. */
const lines: ((line: string) => string)[] = [
  (line) => `ls; ${line}`,
  (line) => `${line}; ls`,
  (line) => `cd src && ${line}`,
  (line) => `test -f a || ${line}`,
  (line) => `ls | ${line}`,
  (line) => `${line} | tee log`,
  (line) => `${line} &`,
  (line) => `( ${line})`,
  (line) => `{ ${line}\n}`,
  (line) => `! ${line}`,
  (line) => `if true; then ${line}\nfi`,
  (line) => `for i in 1 2 3; do ${line}\ndone`,
  (line) => `while sleep 1; do ${line}\ndone`,
  (line) => `case $1 in start) ${line}\n;; esac`,
  (line) => `f() { ${line}\n}; f`,
  (line) => `echo $( ${line})`,
  (line) => `echo "a $( ${line}) b"`,
  (line) => `X=$( ${line})`,
  (line) => `diff a <( ${line})`,
  (line) => `echo ${quote(line)} | sh`,
  (line) => `cat <<'EOF' | bash\n${line}\nEOF`,
  (line) => `sh <<'EOF'\n${line}\nEOF`,
  (line) => `trap ${quote(line)} EXIT`,
];

const simple = fc
  .tuple(destructive, fc.array(fc.constantFrom(...wraps), { maxLength: 2 }))
  .map(([command, around]) => around.reduce<string>((inner, wrap) => wrap(inner), command));

const composed = fc
  .tuple(simple, fc.array(fc.constantFrom(...shells, ...lines), { maxLength: 3 }))
  .map(([command, around]) => around.reduce<string>((inner, wrap) => wrap(inner), command));

test("a destructive command stays flagged in whatever runs it", async () => {
  await fc.assert(
    fc.asyncProperty(composed, async (command) => {
      expect(await flagged(command), command).toBe(true);
    }),
    { numRuns: 1500 },
  );
});

test("quotes in the words of a destructive command change nothing", async () => {
  const hidden = (word: string) =>
    fc.constantFrom(
      word,
      `'${word}'`,
      `"${word}"`,
      `$'${word}'`,
      `${word[0]}''${word.slice(1)}`,
      `${word.slice(0, -1)}"${word.at(-1)}"`,
      `\\${word}`,
      `$'\\x${word.charCodeAt(0).toString(16)}'${word.slice(1)}`,
      `$(echo ${word})`,
    );
  const words = fc.constantFrom(["rm", "-rf", "src"], ["git", "reset", "--hard"], ["shred", "data"]);
  const written = words.chain((some) => fc.tuple(...some.map(hidden))).map((some) => some.join(" "));
  await fc.assert(
    fc.asyncProperty(written, async (command) => {
      expect(await flagged(command), command).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test("a destructive command with a character put into it is never judged to read alone", async () => {
  const commands = ["rm -rf src", "git reset --hard", "mkfs -t xfs /dev/sdb", "shred -u a", "git clean -fd"];
  const mutated = fc
    .tuple(
      fc.constantFrom(...commands),
      fc.nat(),
      fc.constantFrom("'", '"', "\\", " ", "''", '""', "\t", "$", "{", "}", "*"),
    )
    .map(([command, at, put]) => {
      const place = at % (command.length + 1);
      return command.slice(0, place) + put + command.slice(place);
    });
  await fc.assert(
    fc.asyncProperty(mutated, async (command) => {
      expect((await judge(command)).effects, command).not.toEqual(["read"]);
    }),
    { numRuns: 600 },
  );
});

test("any text at all is judged without an exception", async () => {
  const shellish = fc.string({ unit: fc.constantFrom(..."abrmls -/.*?[]{}()<>|&;!$`'\"\\#=~\n\t0") });
  await fc.assert(
    fc.asyncProperty(fc.oneof(shellish, fc.string({ unit: "binary" })), async (text) => {
      const { effects, reasons } = await judge(text);
      expect(effects.length).toBeGreaterThan(0);
      expect(reasons.length).toBeGreaterThan(0);
    }),
    { numRuns: 2000 },
  );
});

test("what stands beside a destructive command does not hide it", async () => {
  const noise = fc.string({ unit: fc.constantFrom(..."abls -/.*?[]{}()|&;!$=~\n0") });
  await fc.assert(
    fc.asyncProperty(noise, noise, async (before, after) => {
      // What stands in an expansion that is open, as in "${$=", is its text and no command.
      fc.pre(!/\$\{[^}]*$/.test(before));
      expect(await flagged(`${before}\nrm -rf src\n${after}`), before).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
