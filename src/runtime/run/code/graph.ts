import type { GraphQuestion } from "../../../code/ask/graph.ts";
import type { Draft } from "../../../core/answer.ts";
import { isDeclaredAs } from "../../../core/declaration.ts";
import type { CodeFacts } from "../../../core/observation.ts";
import { isTest } from "../../../core/testfile.ts";
import { blank } from "../../../engines/state.ts";
import { filesCalled } from "../../../language/link.ts";
import { call, equals, every, member } from "../../../proof/build.ts";
import { measure } from "../../../proof/decide.ts";
import { cycles } from "./cycles.ts";
import { codeOf, done, headed, holds, type Look, linksOf, meantSources, numbered } from "./look.ts";
import { openOf, type Row, rowsOf, sightsOf } from "./rows.ts";
import { said } from "./said.ts";
import { scoped } from "./scope.ts";

/** Answers what imports make of files. "no_plan" where a place or file that is named is not here. */
export async function answerGraph(
  look: Look,
  { asks, names, kind, files, tests, language }: GraphQuestion,
): Promise<Draft> {
  const { yes, no } = said(language);
  const here = scoped({ ...look, polar: { yes, no } }, files, tests);
  const meant = names.map((name) => filesCalled(name, look.universe, []));
  if (here === null || meant.some(({ length }) => length !== 1)) return unknown("What the question names is not here.");
  const sources = meantSources(here);
  return asks === "unusedexports"
    ? await unusedExports({ ...here, sources }, kind)
    : await answers[asks]({ ...here, sources, files: meant.map(([path]) => path!) });
}

const answers: Record<Exclude<GraphQuestion["asks"], "unusedexports">, (look: Look) => Promise<Draft>> = {
  cycles,
  unimported,
  mostimported: mostImported,
  untested,
  testsof: testsOf,
};

const unknown = (why: string) => blank("no_plan", why);

/** The source files that nothing imports. */
async function unimported(look: Look): Promise<Draft> {
  const links = await linksOf(
    look,
    look.universe.files.filter(
      (path) => look.sources.includes(path) || /\.(?:[cm]?[jt]sx?|pyi?|rs|go|java|[ch])$/.test(path),
    ),
  );
  if (links.length === 0) return unknown("No source file is there.");
  const taken = new Set(
    links.flatMap(({ path, facts }) =>
      facts.links.flatMap(({ certain, possible }) => [...certain, ...possible].filter((to) => to !== path)),
    ),
  );
  const all = look.sources.filter((path) => !taken.has(path) && !/\.(?:java|go)$/.test(path));
  const [tests, others] = [all.filter(isTest), all.filter((path) => !isTest(path))];
  const set = call("unused", look.glob);
  const where = look.dirs.length > 0 ? ` in ${look.dirs.join(", ")}` : "";
  const aside =
    tests.length > 0 ? ` (and ${numbered(tests.length, "test file")}, which nothing imports by design)` : "";
  const text =
    others.length === 0
      ? headed(
          look,
          false,
          `every source file${where} is imported by another${tests.length > 0 ? ", tests aside" : ""}.`,
        )
      : `${numbered(others.length, "file")}${where} ${others.length === 1 ? "is" : "are"} imported by no other: ${others.slice(0, 60).join(", ")}${aside}.`;
  const claim = equals(set, all.length);
  const isProven = await holds(look, claim);
  const note = isProven ? [] : ["Entry points are among them; what is loaded only when a program runs is not seen."];
  return await done(
    look,
    [isProven ? { text, claim } : { text, seen: links.map(({ observation }) => ({ seen: observation })) }],
    note,
  );
}

/** The file that most others import. */
async function mostImported(look: Look): Promise<Draft> {
  const links = await linksOf(look, look.sources);
  const counts = new Map<string, number>();
  for (const { path, facts } of links)
    for (const to of new Set(facts.links.flatMap(({ certain }) => certain)))
      if (to !== path && look.sources.includes(to)) counts.set(to, (counts.get(to) ?? 0) + 1);
  const ranked = [...counts].sort((a, b) => b[1] - a[1]);
  const [first] = ranked;
  if (!first) return unknown("No file imports another.");
  const equal = ranked.filter(([, count]) => count === first[1]).map(([path]) => path);
  const text = `${equal.join(", ")} ${equal.length === 1 ? "is" : "are"} imported by the most files: ${first[1]}.`;
  const more = ranked.slice(equal.length, equal.length + 5).map(([path, count]) => `${path}: ${count}`);
  const claim = every(equal.map((path) => equals(call("importers", path, look.glob), first[1], ">=")));
  return await done(look, [{ text, claim }], more);
}

/** Source files that no test file imports. */
async function untested(look: Look): Promise<Draft> {
  const tests = look.universe.files.filter((path) => isTest(path) && /\.(?:[cm]?[jt]sx?|py|go|java|rs)$/.test(path));
  const links = await linksOf(look, tests);
  const reached = new Set(links.flatMap(({ facts }) => facts.links.flatMap(({ certain }) => certain)));
  const sources = look.sources.filter((path) => !isTest(path) && !/\.d\.[cm]?ts$/.test(path));
  const bare = sources.filter(
    (path) => !reached.has(path) && !(path.endsWith(".go") && tests.includes(path.replace(/\.go$/, "_test.go"))),
  );
  if (sources.length === 0) return unknown("No source file is there.");
  const text =
    tests.length === 0
      ? `There are no test files here, so none of the ${numbered(sources.length, "source file")} is imported by one.`
      : `${bare.length} of ${numbered(sources.length, "source file")} are imported by no test file themselves${bare.length > 0 ? `: ${bare.slice(0, 60).join(", ")}` : ""}.`;
  const seen =
    links.length > 0 ? links.map(({ observation }) => ({ seen: observation })) : [{ seen: look.board.universe()! }];
  return await done(
    look,
    [{ text, seen }],
    tests.length > 0 ? ["What tests run of them is measured by running them; this goes by imports."] : [],
  );
}

/** The names that files export and no other file names, entry points aside: all, or those of what is declared as a kind. */
async function unusedExports(look: Look, kind: string | null): Promise<Draft> {
  const seen = await rowsOf(look, "dead what=export sure");
  if (seen === null) return unknown("The code of the folder can't be measured.");
  const { rows, some } = seen.facts;
  const code = kind === null ? [] : await codeOf(look, [...new Set(rows.map(({ path }) => path))]);
  const isMeant = ({ path, name = "" }: Row) =>
    kind === null || code.some((each) => each.path === path && isDeclared(each.facts, name, kind));
  const unused = rows.filter(isMeant);
  const isWhole = rows.length === some;
  const [count, what] = [kind === null ? some : unused.length, kind === null ? "exported name" : `exported ${kind}`];
  const names = unused.map(({ name, path, line }) => `${name} (${path}${line === null ? "" : `:${line}`})`);
  const many = `${isWhole || kind === null ? "" : "At least "}${numbered(count, what)} ${count === 1 ? "is" : "are"}`;
  const text =
    count === 0
      ? `No ${what} was found that no other source file names${isWhole ? "" : `, among the first ${rows.length}`}.`
      : `${many} named in no other source file${names.length < count ? `; the first ${names.length}` : ""}: ${names.join(", ")}.`;
  const shown = { ...seen, facts: { ...seen.facts, rows: unused } };
  const others = ["Names that entry points give are for whoever uses the package."];
  return await done(look, [{ text, seen: sightsOf(look, shown, unused.length) }], [...others, ...openOf(seen.facts)]);
}

function isDeclared({ defines, language }: CodeFacts, name: string, kind: string): boolean {
  return defines.some((each) => each.name === name && isDeclaredAs(each.kind, kind, language));
}

/** The test files that import a file. */
async function testsOf(look: Look): Promise<Draft> {
  const [target] = look.files;
  if (target === undefined) return unknown("No file is named.");
  const set = call("importers", target);
  const value = await measure(set, look.board, look.asking.observe, look.asking.signal);
  const found = value.is === "set" ? value.certain.filter(isTest) : [];
  if (found.length === 0)
    return await done(look, [
      { text: `No test file is seen to import ${target}.`, seen: [{ seen: look.board.universe()! }] },
    ]);
  const isWhole = value.is === "set" && value.maybe.length === 0 && !value.open;
  const text = `${isWhole ? "" : "At least "}${numbered(found.length, "test file")} import${found.length === 1 ? "s" : ""} ${target}: ${found.join(", ")}.`;
  const all = value.is === "set" ? value.certain : [];
  const claim = every([equals(set, all.length, isWhole ? "=" : ">="), ...all.map((path) => member(path, set))]);
  return await done(look, [{ text, claim }]);
}
