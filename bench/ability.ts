/**
 * The ability curve: answers with simulated readers that find what answers in the excerpts with probability p, and are wrong
 * otherwise, against answers without a model. `node bench/ability.ts --data DIR`: DIR holds foreign/documents.jsonl (questions with
 * `must`, a pattern that an answer fits) and the folders that it names. What is found is computed once, by search and the
 * cross-encoder, and kept; after that the curve takes seconds. `--worker FILE.gguf` (more than once) puts real models beside it, shown
 * what a machine that reads `--pace` tokens a second has time for (66: the 1.5B on two cores); what they say is kept too.
 */
import { parseArgs } from "node:util";
import type { Draft } from "../src/core/answer.ts";
import type { Model } from "../src/core/model.ts";
import { compose } from "../src/engines/compose.ts";
import { agreement } from "../src/proof/attribute.ts";
import { assemble } from "../src/runtime/run/assemble.ts";
import { intentOf } from "../src/runtime/run/intent.ts";
import { openSession } from "../src/runtime/session/session.ts";
import { defaults } from "../src/runtime/settings/settings.ts";
import { type Case, casesIn, textOf } from "./ability/cases.ts";
import { unrecorded } from "./ability/found.ts";
import { faults, found as heldIn, type Key, type Reader, simulated } from "./ability/reader.ts";
import { keptFile } from "./kept.ts";
import { regress } from "./logistic.ts";
import { save } from "./result.ts";
import { auroc } from "./share.ts";

/** One sign needs little to keep its weight small. */
const weak = 0.03;

/** Milliseconds that a real model has here, whatever else the machine does; it is shown what it had time for by default. */
const patience = 600_000;

/** Shares of the questions whose answer stands in the documents; `absentSaid` of those where it does not. */
type Point = {
  /** The first sentence holds the answer; the answer does. */
  first: number;
  anywhere: number;
  /** The first sentence is said as the answer, and holds it, or does not. */
  said: number;
  saidWrong: number;
  /** A sentence of the model's own that is wrong is among the claims: words that stand in no text; or any that do not answer. */
  wrong: number;
  misleading: number;
  absentSaid: number;
};

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    worker: { type: "string", multiple: true, default: [] },
    pace: { type: "string", default: "66" },
  },
});
if (!values.data) throw new Error("say where the questions and documents are: --data DIR");
const cases = await casesIn(values.data);
const present = cases.filter(({ absent }) => !absent);
const keys = new Map(cases.map(({ question, key }) => [question, key]));
const keyOf = (question: string): Key => keys.get(question) ?? (() => undefined);

const without = await measure(null);
const held = share(present, ({ findings, key }) => heldIn(findings.map(textOf), key, false) !== undefined);
const curve: (Point & Omit<Reader, "seed">)[] = [];
for (const fault of faults) {
  for (const steady of [false, true]) {
    for (const p of [0, 0.25, 0.5, 0.75, 1]) {
      curve.push({ p, fault, steady, ...(await measure(simulated({ p, fault, steady, seed: 1 }, keyOf))) });
    }
  }
}
const real: (Point & { model: string; phrases: ReturnType<typeof fitted> })[] = [];
for (const file of values.worker) {
  const model = await keptFile(file, (Number(values.pace) * defaults.models.deadline_ms) / patience);
  const phrases: Phrases = [];
  real.push({ model: model.name, ...(await measure(model, phrases)), phrases: fitted(phrases) });
  await model.close?.();
}
save("ability", { n: present.length, absent: cases.length - present.length, held, without, curve, real });
console.table(curve);
console.table(real);

/** How far a model's phrases agree with its further answers, and whether they answer: what the confidence in a phrase is fitted on. */
type Phrases = { agreement: number; right: boolean }[];

/** Answers to all questions, with the model or, with null, without. */
async function measure(model: Model | null, phrases: Phrases = []): Promise<Point> {
  const session = await openSession({
    dir: import.meta.dirname,
    cache: false,
    ...(model ? { model } : { models: ["worker=none"] }),
  });
  const { models } = session.config;
  const unhurried = { ...session, config: { ...session.config, models: { ...models, deadline_ms: patience } } };
  const means = assemble(unhurried, intentOf("", { now: 0, engine: "cite" }));
  const ports = { ...means, ...(await means.texts()) };
  const drafts = new Map<Case, Draft>();
  for (const one of cases) {
    const { route, census, proposal } = intentOf(one.question, { now: 0, engine: "cite" });
    drafts.set(
      one,
      await compose(
        { task: { question: one.question, route, census, proposal, preset: null, plans: false }, ...one },
        listening(one, phrases),
        ports,
      ),
    );
  }
  await session.close();
  const of = (list: Case[], is: (one: Case, draft: Draft) => boolean) =>
    share(list, (one) => is(one, drafts.get(one)!));
  const lies = (one: Case, draft: Draft, which: (text: string) => boolean) =>
    leads(draft).some((text) => one.key(text) === undefined && which(text));
  return {
    first: of(present, ({ key }, draft) => draft.stop !== "not_found" && key(firstOf(draft.answer)) !== undefined),
    anywhere: of(present, ({ key }, { answer }) => key(answer) !== undefined),
    said: of(present, ({ key }, { stop, answer }) => stop === "success" && key(firstOf(answer)) !== undefined),
    saidWrong: of(present, ({ key }, { stop, answer }) => stop === "success" && key(firstOf(answer)) === undefined),
    wrong: of(cases, (one, draft) =>
      lies(one, draft, (text) => !one.findings.some((each) => textOf(each).includes(text))),
    ),
    misleading: of(cases, (one, draft) => lies(one, draft, () => true)),
    absentSaid: of(
      cases.filter(({ absent }) => absent),
      (_, { stop }) => stop === "success",
    ),
  };
}

/** Notes the phrases that a model says of a question. */
function listening({ key }: Case, phrases: Phrases): typeof unrecorded {
  return {
    ...unrecorded,
    note(name: string, { text, samples }: { text: string; samples: string[] }) {
      if (name !== "answer.weighed" || samples.length === 0) return;
      phrases.push({ agreement: agreement(text, samples), right: key(text) !== undefined });
    },
  } as typeof unrecorded;
}

/** How likely phrases are right by how far they agree: the weights of `engines/voice.ts`, and how well that tells right from wrong. */
function fitted(phrases: Phrases) {
  const of = (which: boolean) => phrases.filter(({ right }) => right === which).map((each) => each.agreement);
  const weights = regress(
    phrases.map((each) => [each.agreement]),
    phrases.map(({ right }) => right),
    weak,
  );
  return { n: phrases.length, right: of(true).length, auroc: auroc(of(true), of(false)), weights };
}

/** The claims that stand in front of those about the quotations. */
function leads({ claims, evidence }: Draft): string[] {
  return claims.slice(0, Math.max(0, claims.length - evidence.length)).map(({ text }) => text);
}

function firstOf(answer: string): string {
  return answer.split(/\n|(?<=[.!?]) (?=[A-Z`"])/)[0]!.slice(0, 400);
}

function share<T>(list: T[], is: (one: T) => boolean): number {
  return Math.round((1000 * list.filter(is).length) / Math.max(1, list.length)) / 1000;
}
