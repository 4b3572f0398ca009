import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatOf } from "../src/knowledge/text/block.ts";
import { findSentences, plain } from "../src/knowledge/text/sentence.ts";
import { entailment } from "../src/proof/entail.ts";
import { save } from "./result.ts";

// True sentences of documents, changed in one thing each, against the passage that they come from: which changes are caught, and what
// is said of the sentences as they stand, and told in another order.
const { values } = parseArgs({
  options: { docs: { type: "string", multiple: true }, most: { type: "string", default: "1500" } },
});
if (values.docs === undefined) throw new Error("--docs DIR, once or more: folders of Markdown or RST files");
const roots = values.docs;

type Change = (sentence: string, other: string) => string | null;

const numbers = /(?<![\w.-])\d+(?:\.\d+)?(?![\w.-])/;
const units: [string, string][] = [
  ["seconds", "minutes"],
  ["minutes", "hours"],
  ["bytes", "bits"],
  ["lines", "files"],
  ["days", "weeks"],
  ["years", "months"],
  ["characters", "words"],
  ["times", "percent"],
];
const months = "January February March April May June July August September October November December".split(" ");
const weaker: [RegExp, string][] = [
  [/\bmay\b/, "must"],
  [/\bmust\b/, "may"],
  [/\bshould\b/, "must"],
  [/\bcan\b/, "must"],
  [/\balways\b/, "sometimes"],
  [/\bsome\b/, "all"],
  [/\bonly\b/, "also"],
];
const verbs = /\b(is|are|was|were|can|will|must|may|should|does|has|have)\b(?! not)/;

const changes: Record<string, Change> = {
  number: (text) => swap(text, numbers, (found) => String(Number(found) + 3)),
  unit: (text) => {
    for (const [one, other] of units) {
      const changed = text.replace(new RegExp(`(\\d+|one|two|three|four|five|six|ten) ${one}\\b`), `$1 ${other}`);
      if (changed !== text) return changed;
    }
    return null;
  },
  name: (text, other) => {
    const [mine, theirs] = [text, other].map((each) => nameIn(each));
    return mine && theirs && mine !== theirs && !text.includes(theirs) ? text.replaceAll(mine, theirs) : null;
  },
  date: (text) => {
    const month = months.find((each) => new RegExp(`\\b${each}\\b \\d|\\d ${each}\\b`).test(text));
    return month
      ? text.replaceAll(month, months[(months.indexOf(month) + 4) % 12]!)
      : swap(text, /\b(?:19|20)\d\d\b/, (year) => String(Number(year) - 2));
  },
  // "Whether or not" denies nothing.
  negation: (text) => {
    const denial = /(?<!\bor) not /;
    return denial.test(text) ? text.replace(denial, " ") : swap(text, verbs, (verb) => `${verb} not`);
  },
  modality: (text) => {
    const found = weaker.find(([word]) => word.test(text));
    return found ? text.replace(found[0], found[1]) : null;
  },
  swap: (text) => {
    const found = [...text.matchAll(/(?<=[a-z,] )(?:[A-Z][a-z]{2,}|`[^`]+`|[a-z]+_[a-z_]+|[a-z]+\(\))/g)].filter(
      ([name], at, all) => all.findIndex(([other]) => other === name) === at,
    );
    const [one, other] = found;
    if (!one || !other || /^\s*(?:,|and|or|\/)\s*$/.test(text.slice(one.index + one[0].length, other.index)))
      return null;
    const middle = text.slice(one.index + one[0].length, other.index);
    return `${text.slice(0, one.index)}${other[0]}${middle}${one[0]}${text.slice(other.index + other[0].length)}`;
  },
  halves: (text, other) => {
    const [mine, theirs] = [text, other].map((each) => each.split(" "));
    if (mine!.length < 8 || theirs!.length < 8) return null;
    return [...mine!.slice(0, Math.ceil(mine!.length / 2)), ...theirs!.slice(Math.floor(theirs!.length / 2))].join(" ");
  },
};

/** What stays true. */
const kept: Record<string, Change> = {
  "as it stands": (text) => text,
  moved: (text) => {
    const found = /^(.{15,}?) ((?:by|in|on|at|for|with) [\w` -]{3,40})\.$/.exec(text);
    return found ? `${upper(found[2]!)}, ${lower(found[1]!)}.` : null;
  },
  "without an adverb": (text) =>
    swap(text, /\b(?:also|simply|actually|really|just|very|quite|basically|however,) /i, () => ""),
};

const sentences = read();
const rows: Record<string, { n: number; share: number }> = {};
for (const [kind, change] of Object.entries({ ...changes, ...kept })) {
  const isKept = kind in kept;
  let [n, right] = [0, 0];
  for (const [at, { text, passage, place }] of sentences.entries()) {
    const changed = change(text, sentences[(at + 7) % sentences.length]!.text);
    if (changed === null || (!isKept && changed === text)) continue;
    n += 1;
    const { verdict } = entailment(changed, passage, place);
    if ((verdict === "supported") === isKept) right += 1;
    else if (process.env.SHOW === kind) console.log(`${text}\n  → ${changed}\n`);
  }
  rows[isKept ? `true: ${kind}` : kind] = { n, share: Math.round((right / Math.max(1, n)) * 1000) / 1000 };
}
console.table(rows);
save("entail", { sentences: sentences.length, rows });

function read() {
  const found: { text: string; passage: string; place: string }[] = [];
  const files = roots.flatMap((root) =>
    globSync("**/*.{md,rst,txt}", { cwd: root })
      .sort()
      .map((file) => ({ root, file })),
  );
  for (const { root, file } of files) {
    const text = readFileSync(join(root, file), "utf8");
    const spans = findSentences(text, formatOf(file)).filter(({ kind }) => kind === "text");
    for (const [at, span] of spans.entries()) {
      const said = plain(text.slice(span.from, span.to)).replace(/\s+/g, " ").trim();
      if (!/^[A-Z].{30,240}\.$/.test(said)) continue;
      const around = spans.slice(Math.max(0, at - 2), at + 3).map(({ from, to }) => plain(text.slice(from, to)));
      found.push({ text: said, passage: around.join("\n\n"), place: file });
    }
  }
  const step = Math.max(1, Math.floor(found.length / Number(values.most)));
  return found.filter((_, at) => at % step === 0).slice(0, Number(values.most));
}

function swap(text: string, what: RegExp, by: (found: string) => string): string | null {
  return what.test(text) ? text.replace(what, by) : null;
}

function nameIn(text: string): string | undefined {
  return /(?<=[a-z,] )[A-Z][a-z]{2,}(?: [A-Z][a-z]+)?/.exec(text)?.[0];
}

function upper(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}

function lower(text: string): string {
  return text[0]!.toLowerCase() + text.slice(1);
}
