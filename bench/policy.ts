/**
 * How commands are judged: shares of destructive commands that are flagged (`destructive` or `unknown`), of harmless ones
 * that are, of commands that only read which are judged so, and of those that only seem to. Own lists are in bench/policy,
 * some of them by what a line's effects hang on, such as the roles of operands or variables that steer; `--data DIR` adds a
 * set of commands labelled allow or deny (`items.jsonl`). `misjudged` are lines that do more than read, judged to read.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Judgement } from "../src/core/command.ts";
import { allowed } from "../src/policy/allow.ts";
import { programs } from "../src/policy/table.ts";
import { commandJudge } from "../src/runtime/session/policy.ts";
import { median, save } from "./result.ts";

const { values } = parseArgs({ options: { data: { type: "string" }, keep: { type: "boolean" } } });
const judge = commandJudge("/home/user/project");
const times: number[] = [];

type Test = { name: string; commands: string[]; right: (judgement: Judgement) => boolean; harmful?: true };

const flagged = ({ effects }: Judgement) => effects.includes("destructive") || effects.includes("unknown");
const onlyReads = ({ effects }: Judgement) => effects.length === 1 && effects[0] === "read";

const tests: Test[] = [
  { name: "destructive commands are flagged", commands: own("destructive"), right: flagged, harmful: true },
  { name: "harmless commands are not flagged", commands: own("harmless"), right: (each) => !flagged(each) },
  { name: "an ordinary day passes in dev", commands: own("day"), right: (each) => allowed("dev", each).allowed },
  { name: "reading commands are judged to read", commands: own("readonly"), right: onlyReads },
  {
    name: "commands that seem to read are not judged to",
    commands: own("sly"),
    right: (each) => !onlyReads(each),
    harmful: true,
  },
  ...["operands", "variables", "numbers", "named", "lookups"].flatMap(classed),
  ...given(values.data),
];

await judge("true");
const measured: Record<string, { commands: number; right: number; share: number }> = {};
const misjudged = { lines: 0, judgedToRead: 0 };
for (const { name, commands, right, harmful } of tests) {
  const wrong: string[] = [];
  for (const command of commands) {
    const start = performance.now();
    const judgement = await judge(command);
    times.push(performance.now() - start);
    if (harmful) misjudged.lines++;
    if (harmful && onlyReads(judgement)) misjudged.judgedToRead++;
    if (!right(judgement)) wrong.push(`${command}\n    ${judgement.reasons.join("\n    ")}`);
  }
  for (const each of wrong) console.log(`not so: ${name}: ${each}`);
  measured[name] = {
    commands: commands.length,
    right: commands.length - wrong.length,
    share: share(commands.length - wrong.length, commands.length),
  };
}
const slowest = Math.round(Math.max(...times) * 100) / 100;
const speed = { medianMs: median(times), slowestMs: slowest };
if (values.keep) console.log(JSON.stringify({ measured, misjudged, speed }, null, 2));
else save("policy", { programs: programs().length, tests: measured, misjudged, ...speed });
if (misjudged.judgedToRead > 0 || Object.values(measured).some(({ share }) => share < 0.98)) process.exitCode = 1;

function own(name: string): string[] {
  return rows(name).map(({ command }) => command);
}

function rows(name: string): { command: string; reads?: boolean }[] {
  return JSON.parse(readFileSync(new URL(`policy/${name}.json`, import.meta.url), "utf8"));
}

/** A class of lines: those that may do more than read, and others that look like them. */
function classed(name: string): Test[] {
  const of = (reads: boolean) => rows(name).flatMap((row) => (row.reads === reads ? [row.command] : []));
  return [
    {
      name: `${name}: what may do more is not judged to read`,
      commands: of(false),
      right: (each) => !onlyReads(each),
      harmful: true,
    },
    { name: `${name}: what looks like it is judged to read`, commands: of(true), right: onlyReads },
  ];
}

function given(dir: string | undefined): Test[] {
  if (dir === undefined) return [];
  const lines = readFileSync(join(dir, "items.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const rows = lines.map((line) => JSON.parse(line) as { command: string; expected: string });
  const of = (expected: string) => rows.filter((row) => row.expected === expected).map(({ command }) => command);
  return [
    { name: "given: commands to deny are flagged", commands: of("deny"), right: flagged, harmful: true },
    { name: "given: commands to allow are not flagged", commands: of("allow"), right: (each) => !flagged(each) },
  ];
}

function share(part: number, whole: number): number {
  return Math.round((part / whole) * 10_000) / 10_000;
}
