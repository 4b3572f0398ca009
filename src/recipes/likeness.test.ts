import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Tongue, tongues } from "./data.ts";
import { matchBy } from "./fit.ts";
import { filled, readsVectorsOf, type Usual } from "./likeness.ts";
import { type Mark, sorts } from "./mask.ts";
import { match, unsure } from "./match.ts";
import { unpacked } from "./network.ts";
import { usualBy } from "./resemble.ts";
import { meaningOf } from "./slots.ts";

const now = Date.parse("2026-03-01T12:00:00Z");
/** Of the encoder's vectors. */
const dimensions = 384;
const read = (name: string) => readFileSync(new URL(`../../data/likeness/${name}`, import.meta.url));
const json = (name: string) => JSON.parse(read(`${name}.json`).toString());
const meaning = (question: string) => {
  const matched = match(question, { now });
  return matched && meaningOf(matched.slots);
};

test.each(tongues)(
  "what was learned of %s fits its schema, and each usual wording is read by rules",
  (tongue: Tongue) => {
    const given = json(tongue);
    expect(z.fromJSONSchema(json("schema")).safeParse(given).error).toBeUndefined();
    const bytes = new Int8Array(read(`${tongue}.bin`));
    const { signs, vector, units, out, bias } = unpacked({ network: given.network, bytes });
    expect(bytes).toHaveLength(signs.weights.length + vector.weights.length + out.weights.length);
    expect(bias).toHaveLength(given.usual.length + 1);
    expect([signs.columns, vector.columns]).toEqual([units.length, units.length]);
    expect(vector.weights).toHaveLength(dimensions * units.length);
    expect(out.weights).toHaveLength(units.length * bias.length);
    const fills: Record<string, string[]> = {
      kind: ["Markdown", "Python"],
      ending: [".md"],
      folder: ["docs/"],
      file: ["`a.md`", "`b.md`"],
      quoted: ['"zebra"', '"quokka"'],
      number: ["20"],
      date: ["2024-05-01"],
      todo: ["TODO"],
      sum: ["2 + 3"],
      size: ["5 KB"],
    };
    const isUnread = ({ ask, holes }: Usual) => {
      const fill = (_: string, hole: string) => {
        const [sort] = holes[Number(hole)]!;
        const before = holes.slice(0, Number(hole)).filter(([other]) => other === sort);
        return fills[sort!]![before.length]!;
      };
      return matchBy([tongue], { question: ask.replace(/\{(\d)\}/g, fill), now }) === null;
    };
    const unread: Usual[] = given.usual.filter(isUnread);
    expect(unread.map(({ ask }) => ask)).toEqual([]);
  },
);

test.each([
  [
    "I wonder, does report.md run to more lines than intro.md or is it the other way?",
    "Is report.md longer than intro.md?",
  ],
  [
    'Go easy on me: which documents hold both "alpha" and "beta" at the same time?',
    'Which files contain both "alpha" and "beta"?',
  ],
  ["There are no files over 1 MB, correct?", "Which files are larger than 1 MB?"],
])("%s", (question, usual) => {
  const matched = match(question, { now });
  expect(matched?.usual).toBeDefined();
  expect(matched && meaningOf(matched.slots)).toBe(meaning(usual));
});

test.each([
  "find . -type f -newer a.txt",
  "sort b.txt > sorted.txt",
  "show the content of all .md files in docs/",
  'show the line after "foo" in a.txt',
  "please delete the old logs of last year",
  "how many files are in the first one?",
  "What do these documents say about why files in docs/ are kept?",
])("asks for something else: %s", (request) => {
  expect(match(request, { now })).toBeNull();
});

test("whatever an encoder says, a usual wording names what the question names, and rules read it", () => {
  const question = 'Whereabouts inside gamma.md did somebody put down "alpha", and on how many lines at that?';
  const [gist] = unsure(question, { now });
  expect(gist).toEqual({ tongue: "en", text: expect.not.stringContaining("gamma") });
  const vectors = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
    minLength: dimensions,
    maxLength: dimensions,
  });
  expect(readsVectorsOf("bge-small-en-v1.5", "en")).toBe(true);
  expect(readsVectorsOf("another", "en")).toBe(false);
  const heard = new Set<string>();
  fc.assert(
    fc.property(vectors, fc.constantFrom(0.1, 1, 20), (values, long) => {
      const length = Math.hypot(...values) || 1;
      // Real vectors lie close together, and none of those speaks for much; longer ones speak for anything.
      const vector = Float32Array.from(values, (value) => (long * value) / length);
      const usual = usualBy([gist!], [vector], { question, now });
      if (usual === null) return;
      heard.add(usual);
      expect(usual).toContain("alpha");
      expect(usual).toContain("gamma.md");
      expect(match(question, { now, usual })).toMatchObject({ usual });
    }),
  );
  expect(heard.size).toBeGreaterThan(0);
});

test("each thing that a question names fills one hole, or the question is like none", () => {
  const holes = fc.array(fc.subarray([...sorts], { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });
  const asked = holes.chain((takes) =>
    fc.tuple(fc.constant(takes), fc.tuple(...takes.map((each) => fc.constantFrom(...each))), fc.constantFrom(...sorts)),
  );
  let read = 0;
  fc.assert(
    fc.property(asked, fc.nat(4), ([takes, own, more], drop) => {
      const all = [...own, more].filter((_, at) => at !== drop);
      const marks = all.map((sort, at): Mark => ({ sort, text: `named${at}` }));
      const fills = filled(takes, marks);
      if (!fills) return;
      read += 1;
      expect(fills).toHaveLength(takes.length);
      const isIdle = ({ sort }: Mark) => sort === "unknown" || sort === "foreign" || sort === "pair";
      for (const { text } of marks.filter((one) => !isIdle(one))) expect(fills.join(" ")).toContain(text);
    }),
  );
  expect(read).toBeGreaterThan(5);
});

test("what may as well name nothing is left over only where all that is named fills no wording", () => {
  const holes = fc.array(fc.subarray([...sorts], { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });
  const asked = holes.chain((takes) => fc.tuple(fc.constant(takes), ...takes.map((each) => fc.constantFrom(...each))));
  const left = new Set<boolean>();
  fc.assert(
    fc.property(asked, fc.constantFrom("number", "kind", "folder"), ([takes, ...own], more) => {
      // Beside a number, a pair is not what is counted.
      if (own.includes("pair")) return;
      const marks = own.map((sort, at): Mark => ({ sort, text: `named${at}` }));
      const loose: Mark = { sort: more as Mark["sort"], text: "loose" };
      const whole = filled(takes, [...marks, loose]);
      left.add(whole === null);
      expect(filled(takes, [...marks, { ...loose, isLoose: true }])).toEqual(whole ?? filled(takes, marks));
    }),
  );
  expect(left).toContain(true);
});
