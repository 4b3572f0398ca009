import fc from "fast-check";
import { expect, test } from "vitest";
import { buildLexis, scoreText } from "../text/lexis.ts";
import { best } from "./best.ts";
import { buildVectors, cosine, cosines, nearest } from "./dense.ts";
import type { Index } from "./first.ts";
import type { Encode } from "./follow.ts";
import { buildGraph } from "./graph.ts";
import { rewrites } from "./hop.ts";
import { readQuestion } from "./question.ts";
import { rank } from "./rank.ts";
import { split } from "./split.ts";

const passages = [
  ["The Silver Lantern", "The Silver Lantern is a 1974 adventure film directed by Marta Quill and shot in winter."],
  ["Marta Quill", "Marta Quill (born 3 May 1931 in Ostervik) was a painter who turned to the cinema late."],
  ["Ostervik", "Ostervik is a harbour town. Its mayor is Jonas Brandt, elected in 2019."],
  ["Golden Compass Prize", "The Golden Compass Prize is given each winter for an adventure story."],
  ["Harbour towns", "Harbour towns live on trade. A mayor of such a town looks after the quays."],
  ["Night Ferry", "Night Ferry is a 1988 film directed by Paul Ashdown."],
  ["Paul Ashdown", "Paul Ashdown studied law in Kilmarra before he made films."],
  ["Kilmarra", "Kilmarra has a law school and a river."],
  ["Lantern fish", "Lantern fish live in deep water and shine with a silver light."],
  ["Film", "A film is made of pictures. Some are directed by painters, some by writers."],
] as const;

function indexOf(list: readonly (readonly [string, string])[], dimensions = 0): Index {
  const lexis = buildLexis(list.map(([title, text], id) => ({ id, title, text })));
  const index: Index = { lexis, graph: buildGraph(lexis), vectors: null };
  if (dimensions === 0) return index;
  const rows = new Float32Array(list.length * dimensions);
  for (const [p, [title, text]] of list.entries()) rows.set(vectorOf(`${title} ${text}`, dimensions), p * dimensions);
  return { ...index, vectors: buildVectors(rows, dimensions) };
}

/** A vector by the words of a text: those that share words are near. */
function vectorOf(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/\p{L}{4,}/gu) ?? []) {
    let hash = 7;
    for (const letter of word.slice(0, 6)) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
    vector[hash % dimensions]! += 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

const encode: Encode = async (texts) => texts.map((text) => vectorOf(text, 256));
const titles = (found: { place: number }[]) => found.map(({ place }) => passages[place]![0]);

test("a question over two passages finds both, by names alone and with vectors", async () => {
  const question = "Where was the director of The Silver Lantern born?";
  for (const [index, with_] of [
    [indexOf(passages), null],
    [indexOf(passages, 256), encode],
  ] as const) {
    const found = titles(await rank(index, question, 2, with_));
    expect(found.sort()).toEqual(["Marta Quill", "The Silver Lantern"]);
  }
});

test("names are found where titles are not given", async () => {
  const untitled = passages.map(([, text]) => ["", text] as const);
  const found = titles(await rank(indexOf(untitled), "Where was the director of The Silver Lantern born?", 2, null));
  expect(found.sort()).toEqual(["Marta Quill", "The Silver Lantern"]);
});

test("why says which passage led to another, and over which name", async () => {
  const found = await rank(indexOf(passages, 256), "Where was the director of The Silver Lantern born?", 3, encode);
  const person = found.find(({ place }) => place === 1)!;
  expect(person.why.text).toBeGreaterThan(0);
  expect(person.why.vector).toBeGreaterThan(0);
  expect(person.why.chain).toMatchObject({ with: 0, over: "marta quill" });
  expect(person.why.chain?.asked).toBe("Where was marta quill born?");
});

test("a question is rewritten by what a passage names in place of what it answers", () => {
  const index = indexOf(passages);
  const asked = readQuestion(index, "Who is the mayor of the town where Marta Quill was born?");
  const made = rewrites(index, asked, 1, 3).filter(({ thing }) => index.graph.names[thing] === "ostervik");
  expect(made.map(({ text }) => text)).toContain("Who is the mayor of ostervik?");
  const statement = readQuestion(index, "Marta Quill knew the mayor of the town that The Silver Lantern was shot in.");
  expect(rewrites(index, statement, 1, 3)).toEqual([]);
});

test("a question about two things side by side is asked for each", () => {
  const index = indexOf(passages);
  const sides = (text: string) => split(index, readQuestion(index, text));
  expect(sides("Which is older, The Silver Lantern or Night Ferry?")).toEqual([
    "Which is older, The Silver Lantern?",
    "Which is older, Night Ferry?",
  ]);
  expect(sides("Did the director of Night Ferry and the director of The Silver Lantern study law?")).toEqual([
    "Did the director of Night Ferry study law?",
    "Did the director of The Silver Lantern study law?",
  ]);
  expect(sides("Which is older, Night Ferry (1988 film) or The Silver Lantern?")).toEqual([
    "Which is older, Night Ferry (1988 film)?",
    "Which is older, The Silver Lantern?",
  ]);
  expect(sides("Who directed Night Ferry?")).toEqual(["Who directed Night Ferry?"]);
});

test("a name stands for its thing with an owner's ending and with further initials", async () => {
  const index = indexOf([
    ["Marta Quill", "Marta Quill (born 3 May 1931 in Ostervik) was a painter."],
    ["The Painter'S Boat", "The Painter'S Boat is a film by Marta K. Quill."],
    ["Boats", "A boat floats."],
  ]);
  const named = (text: string) => readQuestion(index, text).things.map(({ thing }) => index.graph.names[thing]);
  expect(named("Who made The painter's Boat?")).toEqual(["painter boat"]);
  expect(named("Where did Marta K. Quill's boat sink?")).toContain("marta quill");
  const found = await rank(index, "Where was the maker of The Painter's Boat born?", 2, null);
  expect(found.map(({ place }) => place).sort()).toEqual([0, 1]);
});

test("a question is rewritten first by whoever did what it asks about", () => {
  const index = indexOf([
    ...passages,
    ["Long Pier", "Long Pier is a 1988 Ostervik film, made in Kilmarra, written and directed by Paul Ashdown."],
  ]);
  const asked = readQuestion(index, "Where was the director of Long Pier born?");
  const [first] = rewrites(index, asked, passages.length, 5);
  expect(first).toMatchObject({ doer: true, text: "Where was paul ashdown born?" });
});

test("both sides of a comparison and what they lead to come first", async () => {
  const question = "Who studied law, the director of Night Ferry or the director of The Silver Lantern?";
  const found = titles(await rank(indexOf(passages, 256), question, 4, encode));
  expect(found).toEqual(expect.arrayContaining(["Night Ferry", "Paul Ashdown", "The Silver Lantern", "Marta Quill"]));
});

test("BM25 counts stems, and a title's words twice", () => {
  const { lexis } = indexOf([
    ["Rivers", "Water flows."],
    ["", "Rivers flow with water in them."],
    ["", "Mountains."],
  ]);
  const stems = readQuestion({ lexis, graph: buildGraph(lexis) }, "a river").stems;
  const [first, second, third] = scoreText(lexis, stems);
  expect(first).toBeGreaterThan(second!);
  expect(second).toBeGreaterThan(0);
  expect(third).toBe(0);
});

test("no passages, no words and unknown words give nothing rather than an error", async () => {
  expect(await rank(indexOf([]), "What is this?", 5, null)).toEqual([]);
  expect(await rank(indexOf(passages), "", 5, null)).toEqual([]);
  expect(await rank(indexOf(passages), "zzz qqq", 5, null)).toEqual([]);
  expect(await rank(indexOf(passages, 256), "", 2, encode)).toHaveLength(2);
});

test("any text can be indexed and asked", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.string(), fc.string({ unit: "grapheme" }))),
      fc.string(),
      async (list, asked) => {
        const found = await rank(indexOf(list), asked, 3, null);
        expect(new Set(found.map(({ place }) => place)).size).toBe(found.length);
        expect(found.every(({ place, score }) => place < list.length && Number.isFinite(score))).toBe(true);
      },
    ),
    { numRuns: 50 },
  );
});

test("best gives the greatest in order, like sorting", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.nat(12), (scores, k) => {
      const sorted = scores.map((_, at) => at).sort((a, b) => scores[b]! - scores[a]! || a - b);
      expect(best(scores, k)).toEqual(sorted.slice(0, k));
    }),
  );
});

test("every cosine is known to about a thousandth, and the nearest vectors are those of the exact ones", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(90), fc.integer({ min: 1 }), (dimensions, count, seed) => {
      const rows = new Float32Array(count * dimensions);
      for (let p = 0; p < count; p += 1) rows.set(direction(dimensions, seed + p), p * dimensions);
      const vectors = buildVectors(rows, dimensions);
      const asked = direction(dimensions, seed + 1_000);
      const exact = Array.from({ length: count }, (_, p) => cosine(vectors, p, asked));
      const rough = cosines(vectors, asked);
      expect(rough).toHaveLength(count);
      for (const [p, value] of exact.entries()) expect(Math.abs(rough[p]! - value)).toBeLessThan(0.01);
      expect(nearest(vectors, asked, 10)).toEqual(best(exact, 10));
    }),
  );
});

test("the nearest of many vectors are found", () => {
  const [count, dimensions] = [20_500, 64];
  const rows = new Float32Array(count * dimensions);
  for (let p = 0; p < count; p += 1) rows.set(direction(dimensions, p + 1), p * dimensions);
  const vectors = buildVectors(rows, dimensions);
  const asked = rows.slice(77 * dimensions, 78 * dimensions);
  const exact = Array.from({ length: count }, (_, p) => cosine(vectors, p, asked));
  expect(nearest(vectors, asked, 10)).toEqual(best(exact, 10));
});

/** A vector of length 1 in some direction. */
function direction(dimensions: number, seed: number): Float32Array {
  let state = (seed * 7_919) % 2_147_483_647;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  const vector = Float32Array.from({ length: dimensions }, random);
  const length = Math.hypot(...vector) || 1;
  return vector.map((part) => part / length);
}

test("a question is encoded once, and few rewrites of it", async () => {
  const texts = async (question: string) => {
    const all: string[] = [];
    await rank(indexOf(passages, 256), question, 5, (list) => {
      all.push(...list);
      return encode(list);
    });
    return all;
  };
  const single = "What do harbour towns live on?";
  expect((await texts(single))[0]).toBe(single);
  expect((await texts("what shines in deep water")).length).toBe(1);
  const nested = "Who is the mayor of the town where the director of The Silver Lantern was born?";
  const asked = await texts(nested);
  expect(asked[0]).toBe(nested);
  expect(asked).toContain("Who is the mayor of the town where marta quill was born?");
  expect(asked.length).toBeLessThanOrEqual(9);
  expect(new Set(asked).size).toBe(asked.length);
});
