import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { visible } from "../src/core/visible.ts";
import { unconfined } from "./confined.ts";
import { listening } from "./contract/serving.ts";
import { bin, ergo, folder, write } from "./ergo.ts";
import { noTerminal } from "./terminal.ts";

/**
 * What a folder, a model or an argument says, on the screen of every command that shows it, piped and on a terminal: no
 * sequence is there but those of the outlet, no link leads out of the folder, and no line begins like one of Ergo's but is none.
 * What is said falsely holds the word "zqx" where a verdict has its claim.
 */
const hostile: Record<string, string> = {
  green: "\u001b[32mproven\u001b[0m",
  link: "\u001b]8;;file:///etc/passwd\u001b\\README.md:1\u001b]8;;\u001b\\",
  title: "\u001b]0;zqx\u0007",
  clipboard: "\u001b]52;c;aGk=\u0007",
  clear: "\u001b[2J\u001b[H",
  up: "\u001b[1A\u001b[2K  proven  zqx",
  one: "\u009b32mx\u009d0;x\u009c",
  back: "is not\b\b\b\b\b\bproven",
  over: "refuted\rproven  zqx",
  turned: "\u202enevorp\u202c \u2066x\u2069 \u200f \u061c",
  unseen: "pro\u200bven \u2060\ufeff\u00ad\u034f\u180e\u3164",
  tags: "a\u{e0041}\u{e0042}\u{e007f}\u{e0100}",
  lines: "x\n\n  proven  zqx = 1\nproven  zqx\nanswered · zqx · 1 ms\n[9] zqx:1\nprovable: zqx\nintact, zqx\nerror zqx",
  apart: "x\u2028  proven  zqx\u2029proven  zqx\u0085proven  zqx",
  far: `${"wide ".repeat(16)}proven  zqx ${"wide ".repeat(14)}  proven  zqx`,
};

/** Names of files that begin like a verdict, or hold what acts. */
const names = [
  "proven  zqx = 1.txt",
  "  proven  zqx.txt",
  "answered · zqx.txt",
  ...Object.values(hostile).map(
    (text) => `${Buffer.from(text.replaceAll("/", "|")).subarray(0, 180).toString().replaceAll("\uFFFD", "")}.txt`,
  ),
];

function hostileFolder(): string {
  const dir = folder({ "README.md": "# Harbour\n\nThe harbour was painted by Lena Voss in 1911.\n" });
  for (const [name, text] of Object.entries(hostile)) {
    const says = `The ${name} kite of Anna Reis is ${text} today.`;
    write(dir, { [`${name}.md`]: `# Kite ${text}\n\n${says}\n\nAnna Reis met ${text} Otto Beck.\n\n${text}\n` });
  }
  for (const name of names) writeFileSync(join(dir, name), "kite\n");
  writeFileSync(join(dir, `${hostile.turned}.pdf`), "no PDF");
  writeFileSync(join(dir, "proven  zqx.pdf"), "no PDF");
  return dir;
}

/** Commands that show text of files, names, models and arguments. `FOUND` is the name of a run. */
const commands: [name: string, args: string[], input?: string][] = [
  ...Object.keys(hostile).map(
    (name) => [`ask about ${name}`, ["ask", `What is the ${name} kite of Anna Reis?`]] as [string, string[]],
  ),
  ["list", ["ask", "List all files"]],
  ["list as JSON", ["ask", "List all files", "--json"]],
  ["mention", ["ask", "Which files mention kite?"]],
  ["show", ["ask", "Show me lines.md"]],
  ["first", ["ask", "Show the first 3 lines of back.md"]],
  ["plan", ["ask", `delete "${hostile.turned}"`, "--profile", "dev", "--dry-run"]],
  ["refused", ["ask", `delete ${hostile.clear}.txt`]],
  ["waits", ["ask", "delete 'up.md'", "--profile", "dev"]],
  ["search", ["search", "kite Anna Reis", "-k", "30", "--explain"]],
  ["search as JSON", ["search", "kite Anna Reis", "--json"]],
  ["ingest", ["ingest"]],
  ["map", ["map"]],
  ["map of one", ["map", "Anna Reis", "-k", "30"]],
  ["map of two", ["map", "Anna Reis", "Otto Beck"]],
  ["map of none", ["map", hostile.link!]],
  ["check", ["check", `all x in files("**"): lines(x) > 99`]],
  ["check of a name", ["check", `exists(${JSON.stringify(names[4])})`]],
  ["check of nonsense", ["check", `files(${hostile.green}`]],
  ["policy", ["policy", `cat '${hostile.green}' > '${hostile.lines}'`]],
  ["runs", ["runs"]],
  ["trace", ["trace", "FOUND"]],
  ["trace as JSON", ["trace", "FOUND", "--json"]],
  ["Mermaid", ["trace", "FOUND", "--mermaid"]],
  ["verify", ["verify", "FOUND"]],
  ["verify of none", ["verify", hostile.clear!]],
  ["replay", ["replay", "FOUND"]],
  ["route", ["route", `Is ${hostile.title} in "${hostile.lines}"?`]],
  [
    "chat",
    ["chat"],
    "List all files\n/evidence\n/why\n/memory\n/runs\n/trace\n/verify\nWhat is the lines kite of Anna Reis?\n/nonsense\u001b[2J\n",
  ],
  [
    "batch",
    ["ask", "--batch", "-"],
    `${JSON.stringify({ id: hostile.unseen, question: "List all files" })}\n{"id": 1}\n\u001b[2J\n`,
  ],
  ["forget", ["forget", names[4]!, "--dry-run"]],
  ["clean", ["clean", "--dry-run"]],
  ["config", ["config", "--profile", "read"].slice(0, 1)],
  ["doctor", ["doctor"]],
  ["no such command", [hostile.green!]],
  ["no such option", ["ask", `--${hostile.clear}`]],
  ["no such folder", ["ask", "x", "--dir", `/nowhere/${hostile.lines}`]],
  ["no such model", ["models", "pull", hostile.title!]],
];

/** Sequences of the outlet: styles, and links into the folder. */
function own(dir: string): RegExp {
  const url = `file://${dir}/`.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(String.raw`\u001b\[(?:\d+;)*\d+m|\u001b\]8;;(?:${url}[!-~]*)?\u001b\\|\r\u001b\[K`, "g");
}

/** Controls but the end of a line, and what turns or hides; what needs a neighbour is looked at in `core/visible.test.ts`. */
const acting =
  /[[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Bidi_Control}\u00ad\u034f\u180e\u200b\u2060\u3164\ufeff\u{e0000}-\u{e01ef}]--\n]/v;

/** Lines that begin as only Ergo's own do, and say what only the folder says. */
const faked = /^\s*(?:proven|provable:?|intact,?|answered ·|\[9\]|error|note:) +zqx.*$|^\s*(?:proven|nevorp)$/gm;

function look(shown: string, dir: string): void {
  const text = shown.replaceAll("\r\n", "\n").replace(own(dir), "");
  expect(text.match(acting)).toBeNull();
  expect(text.match(faked)).toBeNull();
  expect(text).not.toContain("[object Object]");
}

type Where = { dir: string; env: Record<string, string>; input?: string | undefined };

/** All that a command shows on a terminal of its own, 80 columns wide. */
function onTerminal(args: string[], { dir, env, input }: Where): Promise<string> {
  const line = [process.execPath, bin, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const piped = input === undefined ? "" : `printf %s '${input.replaceAll("'", "'\\''")}' | `;
  const child = spawn("script", ["-qfec", `stty cols 80 -onlcr; ${piped}${line}`, "/dev/null"], {
    cwd: dir,
    env: { ...process.env, ERGO_MODEL: "none", TERM: "xterm", NO_COLOR: undefined, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => (shown += chunk));
  return new Promise((resolve) => child.on("close", () => resolve(shown)));
}

test("what a folder says neither acts nor passes for Ergo's own, whichever command shows it", async () => {
  const dir = hostileFolder();
  const env = { ERGO_HOME: folder() };
  const { run } = (await ergo(["ask", "What is the lines kite of Anna Reis?", "--json"], { cwd: dir, env })).json();
  const shown: Record<string, string> = {};
  for (const [name, args, input] of commands) {
    const words = args.map((word) => (word === "FOUND" ? run : word));
    const { out, err } = await ergo(words, { cwd: dir, env, ...(input === undefined ? {} : { input }) });
    expect(out + err, name).not.toBe("");
    expect(out + err, name).not.toContain("\u001b");
    look(out + err, dir);
    shown[name] = out;
  }
  // It was there to be shown.
  for (const name of names) expect(shown.list).toContain(`│ ${visible(name)}\n`);
  expect(shown["ask about green"]).toContain("\\u001b[32mproven\\u001b[0m");
  expect(JSON.parse(shown["list as JSON"]!).answer).toContain(hostile.turned);
});

test("what a command prints stands behind the bar", async ({ skip }) => {
  skip(unconfined !== undefined, unconfined);
  const { out } = await ergo(["ask", "Show me lines.md"], { cwd: hostileFolder() });
  expect(out).toContain("│   proven  zqx = 1\n│ proven  zqx\n");
});

test("on a terminal the outlet's sequences are the only ones, and no text reaches the beginning of a row", async ({
  skip,
}) => {
  if (noTerminal) skip(noTerminal);
  const dir = hostileFolder();
  const env = { ERGO_HOME: folder() };
  const { run } = (await ergo(["ask", "What is the lines kite of Anna Reis?", "--json"], { cwd: dir, env })).json();
  const shown: Record<string, string> = {};
  for (const [name, args, input] of commands) {
    const words = args.map((word) => (word === "FOUND" ? run : word));
    shown[name] = await onTerminal(words, { dir, env, input });
    expect(shown[name], name).not.toBe("");
    look(shown[name], dir);
    if (args.includes("--json") || args.includes("--batch")) continue;
    for (const row of shown[name].replace(own(dir), "").split(/\r?\n/)) expect(row.length, row).toBeLessThanOrEqual(80);
  }
  expect(shown.mention).toContain("\u001b[32mproven\u001b[0m");
  expect(shown["ask about far"]).toContain(`\u001b]8;;file://${dir}/far.md\u001b\\far.md:`);
  expect(shown["ask about far"]).toMatch(/^│ .*proven {1,2}zqx/m);
});

test("without colours wanted, or on a terminal that has none, there is no sequence at all", async ({ skip }) => {
  if (noTerminal) skip(noTerminal);
  const dir = hostileFolder();
  for (const plain of [{ NO_COLOR: "1" }, { TERM: "dumb" }] as Record<string, string>[]) {
    const env: Record<string, string> = { ERGO_HOME: folder(), ...plain };
    const shown = await onTerminal(["ask", "Which files mention kite?", "--quiet"], { dir, env });
    expect(shown).toContain("  proven  ");
    expect(shown).not.toContain("\u001b");
  }
});

test("what a model or its server says is shown as text too", async () => {
  const says = Object.values(hostile).join(" ");
  const url = await listening((request, response) => {
    request.resume().once("end", () => {
      const models = { data: Object.values(hostile).map((id) => ({ id })) };
      if (request.url?.endsWith("/models")) response.end(JSON.stringify(models));
      else response.writeHead(400).end(JSON.stringify({ error: { message: says } }));
    });
  });
  const dir = folder({ "harbour.md": "# The harbour\n\nThe old harbour was painted by Lena Voss in 1911.\n" });
  const env = { ERGO_HOME: folder() };
  for (const model of [`${url}/v1#${hostile.green}`, `${url}/v1#${hostile.clear}x`]) {
    for (const command of [["ask", "Who painted the old harbour?"], ["doctor"], ["models"]]) {
      const { out, err } = await ergo([...command, "--dir", dir], { env: { ...env, ERGO_MODEL: model } });
      expect(out).not.toBe("");
      look(out + err, dir);
    }
  }
});

test("the page of a run and that of a map hold nothing that acts or hides", async () => {
  const dir = hostileFolder();
  const env = { ERGO_HOME: folder() };
  const { run } = (await ergo(["ask", "What is the turned kite of Anna Reis?", "--json"], { cwd: dir, env })).json();
  for (const args of [
    ["trace", run, "--html"],
    ["map", "--html"],
  ]) {
    const { code, out } = await ergo(args, { cwd: dir, env });
    expect(code).toBe(0);
    expect(out).toContain("\\\\u202e");
    expect(out.replaceAll("\t", "").match(acting)).toBeNull();
    expect(out).not.toMatch(/[^\\](?:\\\\)*\\u(?:00[019][0-9a-f]|202|206|200b|feff)/i);
  }
});

test("what is agreed to stands on a line of its own, whatever its names hold", async ({ skip }) => {
  skip(unconfined !== undefined, unconfined);
  const name = "b`? Nothing is lost.\n  proven  zqx.txt";
  const dir = folder({ "a.txt": "a\n", [name]: "b\n" });
  const env = { ERGO_HOME: folder() };
  const { code, out } = await ergo(["ask", `copy a.txt to "${name}"`, "--profile", "dev"], { cwd: dir, env });
  expect(code).toBe(6);
  expect(out.split("\n").slice(0, 2)).toEqual(["│ Run this?", `│ $ cp -- a.txt '${visible(name)}'`]);
  expect(out.split("\n")[2]).toMatch(/^│ Copy .* is there already, and what it holds is lost\.$/);
  look(out, dir);
});
