import { expect, test } from "vitest";
import { ergo, folder } from "./ergo.ts";

/** The home of each folder, so that a run is known to the command that verifies it. */
const homes = new Map<string, string>();
const at = (cwd: string, args: string[], more: { input?: string } = {}) => {
  const ERGO_HOME = homes.get(cwd) ?? folder();
  homes.set(cwd, ERGO_HOME);
  return ergo(args, { cwd, env: { ERGO_HOME }, ...more });
};

const files = {
  "facts.txt": "# Animals\n- The bald eagle chases the cat.\n- Anne is big.\n",
  "rules.md": "- If something is big then it is red.\n- All red things are not cold.\n",
};

test("a closed problem is answered with its proof, which verify gives again", async () => {
  const dir = folder({ "a.txt": "x\n" });
  const asked = await at(dir, ["ask", "Ann is older than Bea. Bea is older than Cy. Who is the youngest?", "--json"]);
  const answer = JSON.parse(asked.out);
  expect(answer).toMatchObject({
    answer: "Cy",
    stop: "success",
    engine: "direct",
    claims: [{ verdict: "proven", evidence: ["e1", "e2"] }],
  });
  expect(answer.evidence.map(({ kind }: { kind: string }) => kind)).toEqual(["calculation", "calculation"]);
  expect(answer.evidence[0].text).toContain("Ann is older than Bea. → place of Ann < place of Bea");
  expect((await at(dir, ["verify", answer.run])).code).toBe(0);
  const open = JSON.parse(
    (await at(dir, ["ask", "Ann is older than Bea. Cy is older than Bea. Who is the oldest?", "--json"])).out,
  );
  expect(open).toMatchObject({ stop: "unproven", status: "partial", claims: [] });
});

test("a text that is piped beside a question is part of the problem", async () => {
  const asked = await at(folder({}), ["ask", "Is Tom an animal?", "--json"], {
    input: "Every cat is an animal. Tom is a cat.",
  });
  expect(JSON.parse(asked.out)).toMatchObject({ answer: "Yes", stop: "success", claims: [{ verdict: "proven" }] });
});

test.each([
  ['fact("bald eagle", "chases", "the cat")', "provable"],
  ['fact("Anne", "is", "red")', "provable"],
  ['fact("Anne", "is not", "cold")', "provable"],
  ['fact("Anne", "is", "cold")', "refutable"],
  ['fact("Anne", "is", "kind")', "undecidable"],
  ['fact("the cat", "chases", "bald eagle")', "undecidable"],
])("%s is %s by the listed facts and rules", async (claim, verdict) => {
  const checked = JSON.parse((await at(folder(files), ["check", claim, "--json"])).out);
  expect(checked.verdict).toBe(verdict);
  if (verdict !== "undecidable")
    expect(checked.evidence.some(({ path }: { path?: string }) => path === "facts.txt" || path === "rules.md")).toBe(
      true,
    );
  else expect(checked.because.join(" ")).toMatch(/neither/);
});

test("under a closed world what is not listed is refuted; a sentence that is not read leaves all open", async () => {
  const claim = 'fact("Anne", "is", "kind")';
  const closed = folder({ ...files, "facts.txt": `${files["facts.txt"]}Everything not stated is false.\n` });
  expect(JSON.parse((await at(closed, ["check", claim, "--json"])).out).verdict).toBe("refutable");
  const odd = folder({ ...files, "rules.md": `${files["rules.md"]}Probably Anne is kind or red.\n` });
  const checked = JSON.parse((await at(odd, ["check", 'fact("Anne", "is", "red")', "--json"])).out);
  expect([checked.verdict, checked.because[0]]).toEqual([
    "undecidable",
    "rules.md:3 is not read: Probably Anne is kind or red.",
  ]);
  const torn = folder({ ...files, "facts.txt": "Anne is big. Anne is cold.\n" });
  expect(JSON.parse((await at(torn, ["check", claim, "--json"])).out).because[0]).toMatch(/contradicts itself/);
  expect(JSON.parse((await at(folder({}), ["check", claim, "--json"])).out).because[0]).toMatch(/no file of facts/);
});

const tables = {
  "countries.csv":
    "country,capital,population,founded\nFrance,Paris,68000000,5 October 1958\nMalta,Valletta,540000,1964-09-21\n",
  "birds.csv": "bird\nTweety\n",
  "facts.md": "| Person | Lives in |\n|---|---|\n| Ann | Malta |\n",
  "rules.txt": "If the population of something is more than 1000000 then it is large.\nAll birds are animals.\n",
};
const complete = { ...tables, "rules.txt": `${tables["rules.txt"]}countries.csv is complete.\n` };

test.each([
  [tables, 'fact("France", "capital", "Paris")', "provable", ["countries.csv", [2, 2]]],
  [tables, 'fact("France", "population", "68000000.0")', "provable", ["countries.csv", [2, 2]]],
  [tables, 'fact("France", "founded", "1958-10-05")', "provable", ["countries.csv", [2, 2]]],
  [tables, 'fact("France", "is", "large")', "provable", ["countries.csv", [2, 2]]],
  [tables, 'fact("Tweety", "is an", "animal")', "provable", ["birds.csv", [2, 2]]],
  [tables, 'fact("Ann", "lives in", "Malta")', "provable", ["facts.md", [3, 3]]],
  [tables, 'fact("France", "capital", "Lyon")', "undecidable", null],
  [tables, 'fact("Malta", "is", "large")', "undecidable", null],
  [complete, 'fact("France", "capital", "Lyon")', "refutable", ["rules.txt", [3, 3]]],
  [complete, 'fact("Spain", "capital", "Madrid")', "refutable", ["rules.txt", [3, 3]]],
  [complete, 'fact("France", "population", "68,000,000")', "undecidable", null],
  [complete, 'fact("Malta", "is", "large")', "undecidable", null],
] as const)("%j: of tables and rules, %s is %s", async (content, claim, verdict, where) => {
  const checked = JSON.parse((await at(folder(content), ["check", claim, "--json"])).out);
  expect(checked.verdict).toBe(verdict);
  const places = checked.evidence.map(({ path, lines }: { path?: string; lines?: number[] }) => [path, lines]);
  if (where) expect(places).toContainEqual(where);
});

test("a goal about tables is found and verified, and one that a table leaves open says so", async () => {
  const dir = folder(complete);
  const answer = JSON.parse((await at(dir, ["ask", "--goal", 'fact("France", "is", "large")', "--json"])).out);
  expect(answer).toMatchObject({ stop: "success", claims: [{ verdict: "proven" }] });
  expect((await at(dir, ["verify", answer.run])).code).toBe(0);
  const holes = folder({ ...complete, "countries.csv": `${tables["countries.csv"]}Spain,,1,1978-12-29\n` });
  const checked = JSON.parse((await at(holes, ["check", 'fact("Spain", "capital", "Madrid")', "--json"])).out);
  expect([checked.verdict, checked.because[0]]).toEqual([
    "undecidable",
    "countries.csv:4 Spain,,1,1978-12-29 leaves a cell empty, so nothing shows what is not so",
  ]);
});

test.each([
  ["Everything not stated is false.\n", 'fact("Ann", "is", "red")', "undecidable"],
  ["Everything not stated is false.\n", 'fact("Ann", "owes", "Bob")', "undecidable"],
  ["", 'fact("Apple", "price (EUR)", "1.5")', "provable"],
  ["", 'fact("Ann, Jr.", "likes", "the \\"Big\\" cat")', "provable"],
  ["", 'fact("Bob", "likes", "Ann")', "undecidable"],
])("of odd tables and %j, %s is %s", async (rules, claim, verdict) => {
  const dir = folder({
    "rules.txt": rules,
    "a.csv": "item;price (EUR)\nApple;1.5\n",
    "is.csv": "name,is\nAnn,red\n",
    "likes.csv": 'who,Likes\n"Ann, Jr.","the ""Big"" cat"\nBob,\n',
    "odd.csv": "a,b;owes\n1,2;3\n",
  });
  expect(JSON.parse((await at(dir, ["check", claim, "--json"])).out).verdict).toBe(verdict);
});
