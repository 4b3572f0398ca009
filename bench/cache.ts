/**
 * Which questions are answered from an earlier answer, and which wrongly. `node bench/cache.ts`: pairs of questions made
 * from patterns, and pairs written by hand (cache.json), that ask the same or not: by their words alone, as Ergo decides,
 * and, to compare, by the cosine alone and by the cosine where numbers, names and negations are equal. And what an answer
 * from the cache costs against a new one, without a language model.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Encoder } from "../src/core/model.ts";
import { alikeFrom, asksTheSame, questionKey } from "../src/knowledge/text/paraphrase.ts";
import { wilson } from "../src/model/ability/interval.ts";
import { ask } from "../src/runtime/run/ask.ts";
import { findEncoder } from "../src/runtime/session/encoders.ts";
import { ergoHome } from "../src/runtime/session/folder.ts";
import { openSession } from "../src/runtime/session/session.ts";
import { defaults } from "../src/runtime/settings/settings.ts";
import { median, save } from "./result.ts";

/** Two questions; `kind` is what differs, or "same". */
type Pair = { kind: string; a: string; b: string };

const written = JSON.parse(readFileSync(new URL("cache.json", import.meta.url), "utf8")) as {
  same: [string, string][];
  different: [string, string, string][];
};
const byHand: Pair[] = [
  ...written.same.map(([a, b]) => ({ kind: "same", a, b })),
  ...written.different.map(([kind, a, b]) => ({ kind, a, b })),
];
const generated = generate();
const found = await findEncoder({ config: defaults, home: ergoHome() }, {});
if (found.model === null) throw new Error(found.problem?.message);
const encoder: Encoder = found.model;
const cosines = await cosinesOf([...generated, ...byHand]);

/** Ways to decide whether a pair is a hit; the first two are what Ergo does without an encoder and with one. */
const ways: Record<string, (pair: Pair) => boolean> = {
  "same words": ({ a, b }) => questionKey(a) === questionKey(b),
  "same words, or same form and cosine": (pair) =>
    questionKey(pair.a) === questionKey(pair.b) || (asksTheSame(pair.a, pair.b) && cosines.get(pair)! >= alikeFrom),
  "cosine alone": (pair) => cosines.get(pair)! >= alikeFrom,
  "cosine with equal numbers, names and negation": (pair) =>
    cosines.get(pair)! >= alikeFrom && marks(pair.a) === marks(pair.b),
};

save("cache", {
  generated: measure(generated),
  byHand: measure(byHand),
  cost: await cost(),
});
await encoder.close();

function measure(pairs: Pair[]) {
  const same = pairs.filter(({ kind }) => kind === "same");
  const different = pairs.filter(({ kind }) => kind !== "same");
  const rows = Object.entries(ways).map(([way, isHit]) => {
    const wrong = different.filter(isHit);
    const byKind = Object.fromEntries(
      [...Map.groupBy(wrong, ({ kind }) => kind)].map(([kind, list]) => [kind, list.length]),
    );
    const examples = wrong.slice(0, 3).map(({ a, b }) => `${a} | ${b}`);
    return [
      way,
      {
        hits: shareOf(same.filter(isHit).length, same.length),
        wrong: { ...shareOf(wrong.length, different.length), byKind, examples },
      },
    ];
  });
  return { same: same.length, different: different.length, ...Object.fromEntries(rows) };
}

function shareOf(k: number, n: number) {
  const { low, high } = wilson(k, n);
  const percent = (share: number) => Math.round(1000 * share) / 10;
  return { k, n, percent: percent(k / n), interval: [percent(low), percent(high)] };
}

/** Numbers, capitalised words after the first, and negations, in no order. */
function marks(question: string): string {
  const words = question.match(/[\p{L}\p{N}.'%+#-]+/gu) ?? [];
  const told = words
    .slice(1)
    .filter((word) => /^\p{Lu}|\d/u.test(word) || /^(?:no|not|never|without|nobody|none)$|n't$/.test(word));
  return told
    .map((word) => word.replace(/\.+$/, ""))
    .sort()
    .join(" ");
}

async function cosinesOf(pairs: Pair[]): Promise<Map<Pair, number>> {
  const texts = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
  const made = await encoder.embed(texts);
  if (!made.ok) throw new Error(made.error.message);
  const vectors = new Map(texts.map((text, at) => [text, made.value.vectors[at]!]));
  const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
  return new Map(pairs.map((pair) => [pair, cosine(vectors.get(pair.a)!, vectors.get(pair.b)!)]));
}

/** Every pattern with several fillings: said in other ways, and with one thing changed. */
function generate(): Pair[] {
  const people = ["Lena Voss", "Max Berg", "Ada Krol", "Ivo Lang", "Mia Stein"];
  const things = ["harbour gate", "north tower", "cache server", "billing module", "old bridge"];
  const years = [1911, 1987, 2003, 2019, 2024];
  const days = ["3 May", "14 June", "1 March", "30 April", "9 July"];
  const patterns: {
    asks: (f: Filling) => string;
    same: ((f: Filling) => string)[];
    other: [string, (f: Filling) => string][];
  }[] = [
    {
      asks: ({ person, thing, year }) => `What did ${person} change in the ${thing} in ${year}?`,
      same: [
        ({ person, thing, year }) => `Tell me what ${person} changed in the ${thing} in ${year}.`,
        ({ person, thing, year }) => `what did ${person} change in the ${thing} in ${year}`,
        ({ person, thing, year }) => `Which changes did ${person} make to the ${thing} in ${year}?`,
        ({ person, thing, year }) => `In ${year}, what did ${person} change in the ${thing}?`,
      ],
      other: [
        ["date", ({ person, thing, year }) => `What did ${person} change in the ${thing} in ${year + 1}?`],
        ["name", ({ other, thing, year }) => `What did ${other} change in the ${thing} in ${year}?`],
        ["name", ({ person, else: thing, year }) => `What did ${person} change in the ${thing} in ${year}?`],
        ["negation", ({ person, thing, year }) => `What did ${person} not change in the ${thing} in ${year}?`],
        ["attribute", ({ person, thing, year }) => `Why did ${person} change the ${thing} in ${year}?`],
      ],
    },
    {
      asks: ({ person, other }) => `When did ${person} meet ${other}?`,
      same: [
        ({ person, other }) => `Can you tell me when ${person} met ${other}?`,
        ({ person, other }) => `On which date did ${person} meet ${other}?`,
        ({ person, other }) => `when did ${person} meet ${other}??`,
      ],
      other: [
        ["roles", ({ person, other }) => `When did ${other} meet ${person}?`],
        ["name", ({ person, third }) => `When did ${person} meet ${third}?`],
        ["attribute", ({ person, other }) => `Where did ${person} meet ${other}?`],
        ["negation", ({ person, other }) => `When did ${person} not meet ${other}?`],
      ],
    },
    {
      asks: ({ thing, number }) => `Which ${number} doors of the ${thing} are open?`,
      same: [
        ({ thing, number }) => `Do you know which ${number} doors of the ${thing} are open?`,
        ({ thing, number }) => `What ${number} doors of the ${thing} are open?`,
        ({ thing, number }) => `Please, which ${number} doors of the ${thing} are open?`,
        ({ thing, number }) => `Which ${number} of the ${thing}'s doors are open?`,
      ],
      other: [
        ["number", ({ thing, number }) => `Which ${number + 1} doors of the ${thing} are open?`],
        ["number", ({ thing, number }) => `Which ${number}0 doors of the ${thing} are open?`],
        ["negation", ({ thing, number }) => `Which ${number} doors of the ${thing} aren't open?`],
        ["negation", ({ thing, number }) => `Tell me which ${number} doors of the ${thing} are not open.`],
        ["attribute", ({ thing, number }) => `Which ${number} doors of the ${thing} were open?`],
        ["name", ({ else: thing, number }) => `Which ${number} doors of the ${thing} are open?`],
      ],
    },
    {
      asks: ({ thing, day }) => `Who is the owner of the ${thing} since ${day}?`,
      same: [
        ({ thing, day }) => `Could you please tell me who the owner of the ${thing} is since ${day}?`,
        ({ thing, day }) => `Who's the owner of the ${thing} since ${day}?`,
        ({ thing, day }) => `Who is the ${thing}'s owner since ${day}?`,
        ({ thing, day }) => `Who has owned the ${thing} since ${day}?`,
      ],
      other: [
        ["date", ({ thing, later }) => `Who is the owner of the ${thing} since ${later}?`],
        ["date", ({ thing, day }) => `Who is the owner of the ${thing} until ${day}?`],
        ["attribute", ({ thing, day }) => `Who was the owner of the ${thing} since ${day}?`],
        ["attribute", ({ thing, day }) => `Who is the builder of the ${thing} since ${day}?`],
        ["negation", ({ thing, day }) => `Who is no longer the owner of the ${thing} since ${day}?`],
        ["name", ({ else: thing, day }) => `Tell me who the owner of the ${thing} is since ${day}.`],
      ],
    },
    {
      asks: ({ thing, number }) => `How does the ${thing} handle more than ${number} visitors?`,
      same: [
        ({ thing, number }) => `I'd like to know how the ${thing} handles more than ${number} visitors.`,
        ({ thing, number }) => `How are more than ${number} visitors handled by the ${thing}?`,
        ({ thing, number }) => `Hello, how does the ${thing} handle more than ${number} visitors?`,
      ],
      other: [
        ["number", ({ thing, number }) => `How does the ${thing} handle more than ${number * 2} visitors?`],
        [
          "number",
          ({ thing, number }) => `I'd like to know how the ${thing} handles more than ${number - 1} visitors.`,
        ],
        ["attribute", ({ thing, number }) => `How does the ${thing} handle less than ${number} visitors?`],
        ["attribute", ({ thing, number }) => `How did the ${thing} handle more than ${number} visitors?`],
        ["negation", ({ thing, number }) => `How does the ${thing} not handle more than ${number} visitors?`],
        ["name", ({ else: thing, number }) => `How does the ${thing} handle more than ${number} visitors?`],
      ],
    },
  ];
  return patterns.flatMap(({ asks, same, other }) =>
    Array.from({ length: 25 }, (_, i) => {
      const at = <T>(list: T[], n: number): T => list[n % list.length]!;
      const filling: Filling = {
        person: at(people, i),
        other: at(people, i + 1 + (i % 3)),
        third: at(people, i + 4),
        thing: at(things, i + Math.floor(i / 5)),
        else: at(things, i + Math.floor(i / 5) + 1),
        year: at(years, i * 3),
        day: at(days, i * 2),
        later: at(days, i * 2 + 1),
        number: 2 + (i % 17),
      };
      const a = asks(filling);
      return [
        ...same.map((make) => ({ kind: "same", a, b: make(filling) })),
        ...other.map(([kind, make]) => ({ kind, a, b: make(filling) })),
      ];
    }).flat(),
  );
}

type Filling = {
  person: string;
  other: string;
  third: string;
  thing: string;
  else: string;
  year: number;
  day: string;
  later: string;
  number: number;
};

/** Milliseconds of a new answer and of one from the cache, over documents of this project, median of 20. */
async function cost() {
  const place = mkdtempSync(join(tmpdir(), "ergo-cache-"));
  const dir = join(place, "docs");
  mkdirSync(dir);
  for (const name of ["architecture", "durable", "ingest", "models", "private", "trace"]) {
    writeFileSync(join(dir, `${name}.md`), readFileSync(new URL(`../docs/${name}.md`, import.meta.url)));
  }
  process.env.ERGO_HOME = join(place, "home");
  const open = (cache: boolean) =>
    openSession({ dir, cache, models: ["worker=none", "embedder=none", "reranker=none"] });
  const question = "What happens to a run when the disk is full?";
  const [fresh, again] = [await open(false), await open(true)];
  await ask(fresh, { question });
  await ask(again, { question });
  const [news, hits]: [number[], number[]] = [[], []];
  for (let n = 0; n < 20; n++) {
    let began = performance.now();
    await ask(fresh, { question });
    news.push(performance.now() - began);
    began = performance.now();
    const { fromCache } = await ask(again, { question });
    hits.push(performance.now() - began);
    if (fromCache === undefined) throw new Error("not answered from the cache");
  }
  await fresh.close();
  await again.close();
  rmSync(place, { recursive: true });
  return { newMs: median(news), fromCacheMs: median(hits) };
}
