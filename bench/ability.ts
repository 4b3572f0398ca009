/**
 * The ability curve: answers with simulated readers that find what answers in the excerpts with probability p, and are wrong
 * otherwise, against answers without a model. `node bench/ability.ts --data DIR`: DIR holds foreign/documents.jsonl (questions with
 * `must`, a pattern that an answer fits) and the folders that it names. What is found is computed once, by search and the
 * cross-encoder, and kept; after that the curve takes seconds.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Draft } from "../src/core/answer.ts";
import type { Model } from "../src/core/model.ts";
import { compose } from "../src/engines/compose.ts";
import { assemble } from "../src/runtime/run/assemble.ts";
import { intentOf } from "../src/runtime/run/intent.ts";
import { openSession } from "../src/runtime/session/session.ts";
import { type Found, findAll, unrecorded } from "./ability/found.ts";
import { faults, found as heldIn, type Key, type Reader, simulated } from "./ability/reader.ts";
import type { Question } from "./fakes.ts";
import { save } from "./result.ts";

type Case = Found & { question: string; key: Key; absent: boolean };

/** Shares of the questions whose answer stands in the documents; `absentSaid` of those where it does not. */
type Point = {
  /** The first sentence holds the answer; the answer does. */
  first: number;
  anywhere: number;
  /** A sentence of the model's own that is wrong is among the claims: words that stand in no text; or any that do not answer. */
  wrong: number;
  misleading: number;
  absentSaid: number;
};

const { values } = parseArgs({ options: { data: { type: "string" }, show: { type: "boolean", default: false } } });
if (!values.data) throw new Error("say where the questions and documents are: --data DIR");
const root = values.data;
const cases = [...(await foreign()), ...(await own())];
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
save("ability", { n: present.length, absent: cases.length - present.length, held, without, curve });
console.table(curve);

/** Answers to all questions, with the model or, with null, without. */
async function measure(model: Model | null): Promise<Point> {
  const session = await openSession({
    dir: import.meta.dirname,
    cache: false,
    ...(model ? { model } : { models: ["worker=none"] }),
  });
  const means = assemble(session, intentOf("", { now: 0, engine: "cite" }));
  const ports = { ...means, ...(await means.texts()) };
  const drafts = new Map<Case, Draft>();
  for (const one of cases) {
    const { route, census, proposal } = intentOf(one.question, { now: 0, engine: "cite" });
    drafts.set(
      one,
      await compose(
        { task: { question: one.question, route, census, proposal, preset: null }, ...one },
        unrecorded,
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

function textOf({ excerpt: { before, plain, after } }: Found["findings"][number]): string {
  return [before, plain, after].filter((part) => part !== "").join(" ");
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

async function foreign(): Promise<Case[]> {
  type Row = { corpus: string; kind: string; question: string; must: string | null };
  const lines = readFileSync(join(root, "foreign/documents.jsonl"), "utf8").trim().split("\n");
  const rows = lines.map((line) => JSON.parse(line) as Row).filter(({ kind }) => /^(?:fact|how-to|absent)$/.test(kind));
  const made: Case[] = [];
  for (const [corpus, mine] of Map.groupBy(rows, (row) => row.corpus)) {
    const found = await findAll(
      join(root, corpus),
      mine.map(({ question }) => question),
    );
    for (const [at, { question, must }] of mine.entries()) {
      const pattern = must === null ? null : new RegExp(must, "is");
      made.push({
        ...found[at]!,
        question,
        absent: must === null,
        key: (text) => (pattern ? placeOf(pattern, text) : undefined),
      });
    }
  }
  return made;
}

async function own(): Promise<Case[]> {
  const sets = JSON.parse(readFileSync(new URL("answers.json", import.meta.url), "utf8")) as Record<string, Question[]>;
  const made: Case[] = [];
  for (const corpus of ["docs-rust-book", "docs-typescript", "docs-peps"]) {
    const found = await findAll(
      join(root, corpus),
      sets[corpus]!.map(([question]) => question),
    );
    for (const [at, [question, , key]] of sets[corpus]!.entries()) {
      const escaped = key.replace(/[^\p{L}\p{N}\s|]/gu, "\\$&").replace(/\s+/g, "\\s+");
      const pattern = new RegExp(escaped, "i");
      made.push({ ...found[at]!, question, absent: false, key: (text) => placeOf(pattern, text) });
    }
  }
  return made;
}

function placeOf(pattern: RegExp, text: string): { from: number; to: number } | undefined {
  const match = pattern.exec(text);
  return match ? { from: match.index, to: match.index + match[0].length } : undefined;
}
