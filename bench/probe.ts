/**
 * What models are able to, in each form, and whether answers with them are ever worse than without. `node bench/probe.ts
 * --docs DIR [--gemma FILE] [--only NAME,NAME] [--answers] [--ship]`: --docs holds the folders docs-rust-book,
 * docs-typescript and docs-peps; FILE is a GGUF file of a base model; --only measures some models anew; --answers asks the
 * questions alone; --ship writes the results of the manifest's models to data/models.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Generate, Model } from "../src/core/model.ts";
import { abilities, type Measured, readTrial, standingOf } from "../src/model/ability/ability.ts";
import { wilson } from "../src/model/ability/interval.ts";
import { probe } from "../src/model/ability/probe.ts";
import { keepMeasured } from "../src/model/ability/probed.ts";
import { openEmbedded } from "../src/model/embedded/embedded.ts";
import { pull } from "../src/model/install/pull.ts";
import { installRuntime } from "../src/model/install/runtime.ts";
import { readPrompt, render } from "../src/model/prompt/prompt.ts";
import { scripted } from "../src/model/prompt/scripted.ts";
import { ask } from "../src/runtime/run/ask.ts";
import { identityOf } from "../src/runtime/session/able.ts";
import { ergoHome } from "../src/runtime/session/folder.ts";
import { openSession, type Session } from "../src/runtime/session/session.ts";
import { save } from "./result.ts";

const { values } = parseArgs({
  options: {
    docs: { type: "string" },
    gemma: { type: "string" },
    only: { type: "string" },
    answers: { type: "boolean", default: false },
    ship: { type: "boolean", default: false },
  },
});
if (!values.docs) throw new Error("say where the documents are: --docs DIR");
const writer = "smollm2-135m-instruct";
const home = ergoHome();
const file = new URL("results/probe.json", import.meta.url);
const before = earlier();
const names = values.only?.split(",") ?? [
  "perfect",
  "random",
  "adversarial",
  writer,
  ...(values.gemma ? ["gemma-270m-base"] : []),
];

/** `answers` are with the model as it is used once it was measured, `unmeasured` as long as it was not: then it is asked. */
type Row = { probed: Measured[]; tier: string; usedFor: object; answers: Answers; unmeasured: Answers };
type Answers = {
  n: number;
  right: number;
  share: string;
  difference: string;
  /** The same of the first line alone, which is the model's sentence where it gave one that holds. */
  firstRight: number;
  firstDifference: string;
  sentences: number;
  sentencesRight: number;
};

const folders = ["docs-rust-book", "docs-typescript", "docs-peps"];
const sets = JSON.parse(readFileSync(new URL("answers.json", import.meta.url), "utf8")) as Record<
  string,
  [question: string, place: string, key: string][]
>;
const questions = folders.flatMap((folder) => sets[folder]!);
const dir = mkdtempSync(join(tmpdir(), "ergo-probe-"));
for (const folder of folders) cpSync(join(values.docs, folder), join(dir, folder), { recursive: true });
const trials = Object.fromEntries(
  abilities.map((ability) => {
    const { chance, margin, items } = readTrial(ability);
    return [ability, { chance, margin, items: items.length }];
  }),
);
process.env.ERGO_HOME = join(dir, "home");
const without = await answersWith(undefined);
const models: Record<string, Row> = { ...before };
for (const name of names) {
  const model = await open(name);
  const probed = (values.answers ? before[name]?.probed : undefined) ?? (await measured(model));
  const { tier, forms } = standingOf(probed);
  const identity = await identityOf(name, home);
  if (identity) await keepMeasured(name, identity, probed, ergoHome());
  const unmeasured = summary(await answersWith(model));
  const answers = forms.write ? unmeasured : summary(without);
  models[name] = { probed, tier, usedFor: forms, answers, unmeasured };
  await model.close?.();
  save("probe", { trials, without: summary(without), models });
}
if (values.ship) await ship();
rmSync(dir, { recursive: true });

async function measured(model: Model): Promise<Measured[]> {
  const given = await probe(model, {
    progress: ({ text, done }) => process.stderr.write(`\r${text} ${done ?? ""}   `),
  });
  if (given.ok) return given.value;
  throw new Error(given.error.message);
}

type Answered = { right: boolean; first: string; firstRight: boolean };

/** Which of the questions are answered right: the key stands in the answer. */
async function answersWith(model: Model | undefined): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (const folder of folders) {
    // The program's own model is left open by the session of one folder for that of the next.
    const own = model && { ...model, close: async () => undefined };
    const session = await openSession({
      dir: join(dir, folder),
      ...(own ? { model: own } : { models: ["worker=none"] }),
    });
    for (const [question, , key] of sets[folder]!) answered.push(await answer(session, question, key));
    await session.close();
  }
  return answered;
}

async function answer(session: Session, question: string, key: string): Promise<Answered> {
  const { answer, claims } = await ask(session, { question });
  const holds = (text: string) => key.split("|").some((each) => text.replace(/\s+/g, " ").includes(each));
  const first = claims[0]?.text ?? "";
  return { right: holds(answer), first, firstRight: holds(first) };
}

function summary(answered: Answered[]): Answers {
  const right = answered.filter((each) => each.right).length;
  const { low, high } = wilson(right, answered.length);
  const said = answered.filter(({ first }, i) => first !== without[i]!.first);
  const against = (of: (each: Answered) => boolean) =>
    bootstrap(answered.map((each, i) => Number(of(each)) - Number(of(without[i]!))));
  return {
    n: answered.length,
    right,
    share: `${percent(right / answered.length)} [${percent(low)}, ${percent(high)}]`,
    difference: against(({ right }) => right),
    firstRight: answered.filter(({ firstRight }) => firstRight).length,
    firstDifference: against(({ firstRight }) => firstRight),
    sentences: said.length,
    sentencesRight: said.filter(({ firstRight }) => firstRight).length,
  };
}

/** The mean in points with its 95 % interval, by 2,000 draws from a fixed seed. */
function bootstrap(differences: number[]): string {
  const random = generator(3);
  const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length;
  const drawn = Array.from({ length: 2000 }, () =>
    mean(differences.map(() => differences[Math.floor(random() * differences.length)]!)),
  ).sort((a, b) => a - b);
  return `${percent(mean(differences))} [${percent(drawn[50]!)}, ${percent(drawn[1949]!)}]`;
}

function percent(share: number): number {
  return Math.round(1000 * share) / 10;
}

async function open(name: string): Promise<Model> {
  if (name === "perfect") return scripted(perfect(), { name, window: 4096 });
  if (name === "random") return scripted(guessing(), { name, window: 4096 });
  if (name === "adversarial") return scripted(misleading, { name, window: 4096 });
  const weights = name === writer ? await pull(writer, { home }) : values.gemma!;
  const runtime = await installRuntime("llama", { home });
  const opened = await openEmbedded({ file: weights, runtime, name, threads: 1 });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

/** Knows every answer. */
function perfect(): (request: Generate) => string {
  const known = new Map<string, string>();
  for (const ability of abilities) {
    const trial = readTrial(ability);
    const { prompt } = readPrompt(trial.prompt);
    for (const { values: filled, answer } of trial.items) {
      const said = ability === "write" ? `It is said to be ${answer} there.` : answer;
      for (const form of ["chat", "completion"] as const)
        known.set(whole(render(prompt, filled, 4096, form).request), said);
    }
  }
  return (request) => known.get(whole(request)) ?? keyOf(request) ?? "It is not said.";
}

function keyOf(request: Generate): string | undefined {
  const question = /Question: (.*)/.exec(lastPart(request))?.[1];
  return questions.find(([asked]) => asked === question)?.[2].split("|")[0];
}

/** Picks a few words that stand in the prompt, or an option, at random. */
function guessing(): (request: Generate) => string {
  const random = generator(5);
  return (request) => {
    const text = lastPart(request);
    const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!;
    const options = [...text.matchAll(/Option: (\w+)/g)].map(([, option]) => option!);
    if (/Statement:/.test(text)) return pick(["yes", "no"]);
    const words = text.replace(/\w+: /g, "").split(/\s+/);
    const from = Math.floor(random() * words.length);
    const span = words.slice(from, from + 1 + Math.floor(random() * 3)).join(" ");
    if (request.schema) return JSON.stringify({ tool: pick(options), argument: span });
    if (/Goal:/.test(text)) return [pick(options), pick(options)].join(", ");
    return options.length > 0 ? pick(options) : span;
  };
}

/** Turns what is said into its opposite, with other numbers, and sounds sure. */
function misleading(request: Generate): string {
  const text = lastPart(request);
  const context = /Context: (?:[^:\n]*: )?(.*)/.exec(text)?.[1] ?? "";
  if (/Option:/.test(text)) return /Option: (\w+)/.exec(text)![1]!;
  if (/Statement:/.test(text)) return "yes";
  return context
    .replace(/\b(is|are|was|were|can|will|has)\b/, "$1 not")
    .replace(/\d/g, (digit) => String((Number(digit) + 3) % 10));
}

function whole({ prompt }: Generate): string {
  return JSON.stringify(prompt);
}

function lastPart({ prompt }: Generate): string {
  return typeof prompt === "string"
    ? prompt
        .split("\n\n")
        .at(-1)!
        .replace(/\n[^\n]*$/, "")
    : prompt.at(-1)!.content;
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function earlier(): Record<string, Row> {
  try {
    return values.only || values.answers ? JSON.parse(readFileSync(file, "utf8")).measured.models : {};
  } catch {
    return {};
  }
}

async function ship() {
  const shipped = await Promise.all(
    Object.entries(models).map(async ([name, { probed }]) => ({
      name,
      ...(await identityOf(name, home)),
      measured: probed,
    })),
  );
  const kept = shipped.filter((each) => "weights" in each);
  const text = JSON.stringify({ $schema: "./probed.schema.json", models: kept }, null, 2);
  writeFileSync(new URL("../data/models/probed.json", import.meta.url), `${text}\n`);
}
