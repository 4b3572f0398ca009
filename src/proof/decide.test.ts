import { expect, test } from "vitest";
import type { Term } from "../core/claim.ts";
import type { Observation, Query } from "../core/observation.ts";
import { createBoard } from "./board.ts";
import { decide, measure } from "./decide.ts";
import { entry, file, listing, search } from "./fixtures/board.ts";
import { parseClaim } from "./grammar.ts";
import { printClaim } from "./print.ts";
import { statement } from "./statement.ts";
import { isExact, printValue, termOf } from "./value.ts";

const paths = Array.from({ length: 1000 }, (_, index) => `f${String(index).padStart(4, "0")}.md`);

/** A folder of a thousand files of one line; counts the looks at it. */
function folder() {
  const rounds: Query[][] = [];
  const observe = async (queries: Query[]): Promise<Observation[]> => {
    rounds.push(queries);
    return queries.map((query) => {
      if (query.see === "universe") return listing(paths);
      if (query.see === "file") return file(query.path, `${query.path}\n`, 1.5);
      if (query.see === "search") return search(query.path, query.pattern, `${query.path}\n`);
      return entry(query.path, paths.includes(query.path) ? "file" : "none", 9, 1.5);
    });
  };
  return { observe, rounds, looks: () => rounds.reduce((sum, { length }) => sum + length, 0) };
}

async function decided(text: string) {
  const { observe, rounds, looks } = folder();
  const { verdict } = await decide(parseClaim(text), createBoard(), observe);
  return { verdict, rounds: rounds.length, looks: looks() };
}

test("the looks of a set go out together", async () => {
  expect(await decided('count("f", "**") = 1000')).toEqual({ verdict: "provable", rounds: 2, looks: 1001 });
});

test("the first counterexample ends the reading", async () => {
  const { verdict, looks } = await decided('all x in files("**"): lines(x) = 2');
  expect(verdict).toBe("refutable");
  expect(looks).toBeLessThan(100);
});

test("a cheap part that decides spares the costly one, wherever it stands", async () => {
  expect(await decided('count("f", "**") = 3 and exists("gone")')).toMatchObject({ verdict: "refutable", looks: 2 });
  expect(await decided('exists("f0000.md") or count("f", "**") = 3')).toMatchObject({ verdict: "provable", looks: 2 });
});

test("membership looks at one member, not at the set", async () => {
  expect(await decided('"f0007.md" in with("f", "**")')).toEqual({ verdict: "provable", rounds: 2, looks: 2 });
  expect(await decided('"x" in where(y, files("**"), lines(y) = 1)')).toEqual({
    verdict: "refutable",
    rounds: 1,
    looks: 1,
  });
});

test("sizes and times take no reading", async () => {
  const { observe, rounds } = folder();
  await decide(
    parseClaim('largest("**", bytes) = newest("*") or total("**", bytes) = 9000'),
    createBoard(),
    observe,
  ).catch(() => {});
  await decide(parseClaim('total("**", bytes) = 9000 and newest("*") = 1000'), createBoard(), observe);
  expect(rounds.flat().filter(({ see }) => see === "file" || see === "search")).toEqual([]);
});

test("an observer that answers nothing ends in an open claim, not in a loop", async () => {
  const judgement = await decide(parseClaim('exists("a")'), createBoard(), async () => []);
  expect(judgement).toMatchObject({ verdict: "undecidable", needs: [{ see: "entry", path: "a" }] });
});

test("a cancelled look ends with the signal's reason", async () => {
  const { observe, rounds } = folder();
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(decide(parseClaim('exists("a")'), createBoard(), observe, signal)).rejects.toThrow("enough");
  expect(rounds).toEqual([]);
});

test("ill-typed claims and terms are refused before any look", async () => {
  const { observe, rounds } = folder();
  await expect(decide(parseClaim('lines("a")'), createBoard(), observe)).rejects.toMatchObject({ code: "CLAIM_TYPE" });
  await expect(measure(term('files("")'), createBoard(), observe)).rejects.toMatchObject({ code: "CLAIM_TYPE" });
  expect(rounds).toEqual([]);
});

test("what is measured fills a claim that is then provable", async () => {
  const { observe } = folder();
  for (const text of [
    'lines("f0001.md")',
    'files("f00*")',
    'modified("f0001.md")',
    'encoding("f0001.md")',
    'value("1/3")',
  ]) {
    const board = createBoard();
    const value = await measure(term(text), board, observe);
    expect(isExact(value), text).toBe(true);
    const claim = statement(term(text), value);
    expect(claim && (await decide(claim, board, observe)).verdict, claim ? printClaim(claim) : text).toBe("provable");
  }
});

test("values print, and write themselves as terms", async () => {
  const { observe } = folder();
  const worth = (text: string) => measure(term(text), createBoard(), observe);
  const third = termOf(await worth('value("1/3")'));
  expect(third && printClaim(third)).toBe('value("1/3")');
  expect(printValue(await worth('total("**", lines)'))).toBe("1000");
  expect(printValue(await worth('modified("f0001.md")'))).toBe("1970-01-01T00:00:00.001Z");
  expect(termOf(await worth('files("**")'))).toBeNull();
  expect(await worth('where(x, files("f000*"), x != "f0000.md")')).toMatchObject({
    certain: paths.slice(1, 10),
    maybe: [],
    open: false,
  });
});

function term(text: string): Term {
  return parseClaim(text) as Term;
}
