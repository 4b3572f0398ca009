/**
 * What models are able to, in each form, and whether answers with them are ever worse than without. `node bench/probe.ts
 * --docs DIR [--gemma FILE] [--only NAME,NAME] [--answers]`: --docs holds the folders docs-rust-book,
 * docs-typescript and docs-peps; FILE is a GGUF file of a base model; --only measures some models anew; --answers asks the
 * questions alone. bench/able.ts measures what data/models ships.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Model } from "../src/core/model.ts";
import { abilities, type Measured, readTrial, standingOf, trialKey } from "../src/model/ability/ability.ts";
import { wilson } from "../src/model/ability/interval.ts";
import { probe } from "../src/model/ability/probe.ts";
import { keepMeasured } from "../src/model/ability/probed.ts";
import { openEmbedded } from "../src/model/embedded/embedded.ts";
import { pull } from "../src/model/install/pull.ts";
import { installRuntime } from "../src/model/install/runtime.ts";
import { scripted } from "../src/model/prompt/scripted.ts";
import { ask } from "../src/runtime/run/ask.ts";
import { identityOf } from "../src/runtime/session/able.ts";
import { ergoHome } from "../src/runtime/session/folder.ts";
import { openSession, type Session } from "../src/runtime/session/session.ts";
import { compatibleServer } from "../src/server/compatible.ts";
import { generator, guessing, misleading, perfect, type Question } from "./fakes.ts";
import { save } from "./result.ts";

const { values } = parseArgs({
  options: {
    docs: { type: "string" },
    gemma: { type: "string" },
    only: { type: "string" },
    answers: { type: "boolean", default: false },
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

/**
 * `answers` are with the model as it is used once it was measured, `unmeasured` as long as it was not: then it is asked.
 * `trusted` is what it could spoil if it had passed everything by mistake: it writes, splits questions, and judges what it wrote.
 */
type Row = {
  probed: Measured[];
  tier: string;
  usedFor: object;
  answers: Answers;
  unmeasured: Answers;
  trusted: Answers;
};
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
  /** Of questions about something else, those that are answered "not found". */
  notFound: string;
};

const folders = ["docs-rust-book", "docs-typescript", "docs-peps"];
const sets = JSON.parse(readFileSync(new URL("answers.json", import.meta.url), "utf8")) as Record<
  string,
  Question[]
> & { unrelated: Record<string, string[]> };
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
const without = await answersWith({});
const models: Record<string, Row> = { ...before };
for (const name of names) {
  const model = await open(name);
  const probed = (values.answers ? before[name]?.probed : undefined) ?? (await measured(model));
  const { tier, forms } = standingOf(probed);
  const identity = await identityOf(name, home);
  if (identity) await keepMeasured(name, identity, probed, ergoHome());
  const unmeasured = summary(await answersWith({ model }));
  const answers = forms.read ? unmeasured : summary(without);
  const trusted = summary(await answersWith({ models: await trusting(model) }));
  models[name] = { probed, tier, usedFor: forms, answers, unmeasured, trusted };
  await model.close?.();
  save("probe", { trials, without: summary(without), models });
}
rmSync(dir, { recursive: true });

async function measured(model: Model): Promise<Measured[]> {
  const given = await probe(model, {
    progress: ({ text, done }) => process.stderr.write(`\r${text} ${done ?? ""}   `),
  });
  if (given.ok) return given.value;
  throw new Error(given.error.message);
}

type Answered = { right: boolean; first: string; firstRight: boolean };
type With = { answered: Answered[]; unrelated: boolean[] };

/** Which of the questions are answered right: the key stands in the answer; and which about something else are not. */
async function answersWith({ model, models }: { model?: Model; models?: string[] }): Promise<With> {
  const all: With = { answered: [], unrelated: [] };
  for (const folder of folders) {
    // The program's own model is left open by the session of one folder for that of the next.
    const own = model && { ...model, close: async () => undefined };
    const session = await openSession({
      dir: join(dir, folder),
      cache: false,
      ...(own ? { model: own } : { models: models ?? ["worker=none"] }),
    });
    for (const [question, , key] of sets[folder]!) all.answered.push(await answer(session, question, key));
    for (const question of sets.unrelated[folder] ?? []) {
      all.unrelated.push((await ask(session, { question })).status === "not_found");
    }
    await session.close();
  }
  return all;
}

/** Serves a model under two names, each as if it had passed everything: the roles that it then has. */
async function trusting(model: Model): Promise<string[]> {
  const server = createServer(
    compatibleServer([
      { id: "one", model },
      { id: "other", model },
    ]),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const passed = abilities.map((ability): Measured => {
    const form = (model.forms ?? ["completion"])[0]!;
    return { ability, form, trial: trialKey(readTrial(ability)), passed: true, ...wilson(40, 40) };
  });
  for (const id of ["one", "other"]) {
    const name = `${url}#${id}`;
    await keepMeasured(name, (await identityOf(name, home))!, passed, ergoHome());
  }
  return [`worker=${url}#one`, `planner=${url}#one`, `verifier=${url}#other`];
}

async function answer(session: Session, question: string, key: string): Promise<Answered> {
  const { answer, claims } = await ask(session, { question });
  const holds = (text: string) => key.split("|").some((each) => text.replace(/\s+/g, " ").includes(each));
  const first = claims[0]?.text ?? "";
  return { right: holds(answer), first, firstRight: holds(first) };
}

function summary({ answered, unrelated }: With): Answers {
  const { answered: plain } = without;
  const right = answered.filter((each) => each.right).length;
  const { low, high } = wilson(right, answered.length);
  const said = answered.filter(({ first }, i) => first !== plain[i]!.first);
  const against = (of: (each: Answered) => boolean) =>
    bootstrap(answered.map((each, i) => Number(of(each)) - Number(of(plain[i]!))));
  return {
    n: answered.length,
    right,
    share: `${percent(right / answered.length)} [${percent(low)}, ${percent(high)}]`,
    difference: against(({ right }) => right),
    firstRight: answered.filter(({ firstRight }) => firstRight).length,
    firstDifference: against(({ firstRight }) => firstRight),
    sentences: said.length,
    sentencesRight: said.filter(({ firstRight }) => firstRight).length,
    notFound: `${unrelated.filter(Boolean).length}/${unrelated.length}`,
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
  if (name === "perfect") return scripted(perfect(questions), { name, window: 4096 });
  if (name === "random") return scripted(guessing(), { name, window: 4096 });
  if (name === "adversarial") return scripted(misleading, { name, window: 4096 });
  const weights = name === writer ? await pull(writer, { home }) : values.gemma!;
  const runtime = await installRuntime("llama", { home });
  const opened = await openEmbedded({ file: weights, runtime, name, threads: 1 });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

function earlier(): Record<string, Row> {
  try {
    return values.only || values.answers ? JSON.parse(readFileSync(file, "utf8")).measured.models : {};
  } catch {
    return {};
  }
}
