/**
 * Finds the words by which people ask the usual questions about files, from the phrasings in view (bench/files/wordings*.json), and writes
 * data/language/usual.json: `node bench/usual.ts`. The first phrasing of each kind (bench/files/phrasings*.json) is its usual wording; its words are
 * those that tell it from the others most, by the likelihood ratio G² (Dunning 1993). Nothing kept aside is read.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { stemmerOf } from "../src/knowledge/text/language.ts";
import type { Tongue } from "../src/language/part.ts";

/** So many words of each kind are kept. */
const most = 30;

/** What stands in usual wordings for the holes of phrasings. */
const holes: Record<string, string> = {
  ...{ K: "sort", L: "sort", E: "sort", D: "dir", F: "file", G: "file", T: "text", U: "text", W: "text" },
  ...{ A: "text", N: "number", S: "number", Y: "date", X: "name", M: "name" },
};
/** Kinds that are no questions about files, or asked for with the words of another one. */
const other = new Set(["arithmetic", "todo"]);

type Kinds = Record<string, string[]>;

function read(name: string, tongue: Tongue): Kinds {
  const file = new URL(`files/${name}${tongue === "en" ? "" : `.${tongue}`}.json`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** The words of each usual wording in the phrasings of its kinds, as they are written most often, the most telling first. */
function tellingIn(tongue: Tongue, asks: Map<string, string[]>): Map<string, string[]> {
  const stem = stemmerOf(tongue);
  const written = new Map<string, Map<string, number>>();
  const stemsOf = (phrasing: string) => {
    const words =
      phrasing
        .replace(/\{\w\}/g, " ")
        .toLowerCase()
        .match(/\p{L}+/gu) ?? [];
    return new Set(
      words.map((word) => {
        const forms = written.get(stem(word)) ?? new Map<string, number>();
        written.set(stem(word), forms.set(word, (forms.get(word) ?? 0) + 1));
        return stem(word);
      }),
    );
  };
  const lists = ["wordings", "wordings.more"].map((name) => read(name, tongue));
  const said = [...asks.values()].map((kinds) =>
    lists.flatMap((each) => kinds.flatMap((kind) => each[kind] ?? [])).map(stemsOf),
  );
  const all = said.flat();
  const times = (stem: string, among: Set<string>[]) => among.filter((stems) => stems.has(stem)).length;
  const everywhere = new Map([...new Set(all.flatMap((stems) => [...stems]))].map((each) => [each, times(each, all)]));
  const formOf = (stem: string) => [...written.get(stem)!].toSorted(([, one], [, other]) => other - one)[0]![0];
  return new Map(
    [...asks.keys()].map((ask, at) => {
      const own = said[at]!;
      const worth = (stem: string) => {
        const here = times(stem, own);
        const [inside, outside] = [
          here / own.length,
          (everywhere.get(stem)! - here + 0.5) / (all.length - own.length + 1),
        ];
        return inside > outside ? here * Math.log(inside / outside) : 0;
      };
      const stems = [...new Set(own.flatMap((each) => [...each]))].map((each) => ({ each, worth: worth(each) }));
      const best = stems.toSorted((one, other) => other.worth - one.worth).slice(0, most);
      return [ask, best.map(({ each }) => formOf(each))];
    }),
  );
}

/** The first phrasing of a kind, with the holes of usual wordings. */
function askOf(phrasing: string): string {
  const bare = phrasing.replace(/["„“«]\s?(\{\w\})\s?["“”»]/g, "$1");
  return bare.replace(/\{(\w)\}/g, (_, hole: string) => `{${holes[hole]}}`);
}

const tongues: Tongue[] = ["en", "de", "fr", "es"];
const tables = tongues.map((tongue) => {
  const phrasings = Object.entries(read("phrasings", tongue)).filter(([kind]) => !other.has(kind));
  const byAsk = Map.groupBy(phrasings, ([, [first]]) => askOf(first!));
  const words = tellingIn(tongue, new Map([...byAsk].map(([ask, kinds]) => [ask, kinds.map(([kind]) => kind)])));
  return [tongue, [...words].map(([ask, telling]) => ({ ask, words: telling.join(" ") }))];
});
const file = new URL("../data/language/usual.json", import.meta.url);
const text = JSON.stringify({ $schema: "./usual.schema.json", ...Object.fromEntries(tables) }, null, 2);
// A row stands on one line.
writeFileSync(
  file,
  `${text.replace(/\{\s+"ask": ("[^\n]*"),\s+"words": ("[^\n]*")\s+\}/g, '{"ask": $1, "words": $2}')}\n`,
);
