import type { Tongue } from "../../src/recipes/data.ts";
import type { Sort } from "../../src/recipes/mask.ts";
import { seeded } from "./folders.ts";
import { spoken } from "./spoken.ts";

/** What fills the holes of phrasings to learn from: many names, so that none of them is learned. */
const names =
  "report intro parser index notes chapter-2 main budget_2024 invoice app model.test README summary utils".split(" ");
const ends = "md ts py json txt csv yaml html log rs go tex".split(" ");
const places = [
  "docs",
  "src",
  "src/core",
  "tests",
  "data",
  "notes",
  "assets",
  "docs/guide",
  "reports",
  "api/v2",
  "lib",
];
const kinds =
  "Markdown Python TypeScript JSON YAML CSV HTML Rust JavaScript XML CSS Java python markdown json typescript".split(
    " ",
  );
const texts =
  "ownership|see also|hello world|TODO|return null|max_retries|connection refused|lantern|v1.2.3|borrow|async|error|deadline".split(
    "|",
  );
const words = "lantern harbour ownership meadow violet token borrow cache zebra invoice".split(" ");
const codes = ["parseThing", "UserStore", "max_size", "openStore()", "lantern", "tokenize", "Board"];
const sums = [
  "68 * (47 + 1)",
  "12.5 / 4",
  "17*23",
  "2^10 - 1",
  "(3 + 4) * 5",
  "99 + 101 + 7",
  "360 / 7",
  "1200 * 0.19",
];
const modules = ["lodash", "node:fs", "zod", "@scope/kit", "./util.ts", "numpy"];

/** Words that are names where they stand in a phrasing: they fill holes, though some phrasings say them outright. */
export const fillers: ReadonlySet<string> = new Set([...texts, ...words, ...codes, ...modules]);

/** Which sorts of things a hole may be filled by. */
export const takes: Record<string, Sort[]> = {
  K: ["kind"],
  L: ["kind"],
  E: ["ending"],
  D: ["folder", "quoted"],
  F: ["file"],
  G: ["file"],
  T: ["quoted", "todo", "code", "unknown"],
  U: ["quoted"],
  O: ["todo"],
  W: ["quoted", "unknown"],
  N: ["number", "pair"],
  S: ["size"],
  Y: ["date"],
  X: ["quoted", "code", "unknown"],
  M: ["quoted", "code", "file", "folder", "unknown"],
  A: ["quoted", "unknown"],
  Z: ["sum"],
};

/** The same fills each time, for comparing what phrasings mean. */
export const usual: Record<string, string> = {
  K: "Markdown",
  L: "Python",
  E: ".md",
  D: "docs/",
  F: "`report.md`",
  G: "`intro.ts`",
  T: '"see also"',
  U: '"hello world"',
  O: "TODO",
  W: '"lantern"',
  N: "20",
  S: "5 KB",
  Y: "2024-05-01",
  X: "`parseThing`",
  M: "`lodash`",
  A: '"te"',
  Z: "12 * 3",
};

/** Draws what fills each hole in a language; two calls with one seed draw the same, and one call nothing twice. */
export function drawing(seed: number, tongue: Tongue): (hole: string) => string {
  const { numbers, sizes } = spoken[tongue];
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const file = () => `${pick(["", "", "docs/", "src/core/"])}${pick(names)}.${pick(ends)}`;
  const draws: Record<string, () => string> = {
    K: () => pick(kinds),
    L: () => pick(kinds),
    E: () => `.${pick(ends)}`,
    D: () => pick(places),
    F: file,
    G: file,
    T: () => pick(texts),
    U: () => pick(texts),
    O: () => pick(["TODO", "FIXME"]),
    W: () => pick(words),
    N: () => pick(["3", "5", "10", "20", "45", numbers[0], "120"]),
    S: () => {
      const unit = pick(sizes);
      return `${pick(unit === sizes[0] ? ["1000", "2000", "5000"] : ["1", "2", "5", "20", "100"])} ${unit}`;
    },
    Y: () => `20${pick(["19", "23", "24", "25"])}-0${pick(["1", "3", "7"])}-1${pick(["1", "5"])}`,
    X: () => pick(codes),
    M: () => pick(modules),
    A: () => pick(["te", "draft", "xy", "rep"]),
    Z: () => pick(sums),
  };
  const drawn: string[] = [];
  return (hole) => {
    let fill = draws[hole]!();
    while (drawn.includes(fill)) fill = draws[hole]!();
    drawn.push(fill);
    return fill;
  };
}
