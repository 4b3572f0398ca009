import type { Tongue } from "../../src/language/part.ts";
import { spoken } from "./spoken.ts";
import type { Expected } from "./truth.ts";

/** Whether an answer in a language says what is expected, whatever it says of what is not looked at. Paths of the folder are not numbers: they are taken out first. */
export function isRight(answer: string, expected: Expected, paths: string[], tongue: Tongue = "en"): boolean {
  const words = spoken[tongue];
  const [headline = "", ...list] = answer.split("\n").filter((line) => !line.includes(".ergoignore"));
  switch (expected.is) {
    case "number": {
      const bare = [...paths]
        .sort((one, other) => other.length - one.length)
        .reduce((text, path) => text.replaceAll(path, "…"), headline)
        .replace(/"[^"]*"/g, "…");
      if (expected.n === 0 && words.none.test(bare)) return true;
      const pattern = expected.unit
        ? `(?<![\\d.])${expected.n} ${words[expected.unit as "line" | "byte"]}(?!\\p{L})`
        : `(?<![\\d.])${expected.n}(?![\\d.]\\d|\\d)`;
      const first = /(?<![\w.])\d+/.exec(bare)?.[0];
      const once = expected.n === 1 && words.once.test(bare);
      return (
        once || (new RegExp(pattern, "u").test(bare) && (expected.unit !== undefined || first === String(expected.n)))
      );
    }
    case "set": {
      const items = list.map((line) => line.replace(/:\d+$/, "")).sort();
      return JSON.stringify(items) === JSON.stringify(expected.items) || isCut(list, expected.items);
    }
    case "answer":
      return (expected.yes ? words.yes : words.no).test(headline);
    case "first":
      return (
        expected.paths.every((path) => answer.includes(path)) &&
        (expected.paths.length > 1 || headline.includes(`${expected.paths[0]} (`) || list.length === 1)
      );
    case "ranking":
      return (
        expected.paths.every((path, index) => list[index]?.startsWith(`${path}: `)) &&
        list.length === expected.paths.length
      );
    case "text":
      return expected.parts
        .map((part) => part.replace(spoken.en.longer, words.longer).replace(spoken.en.noTwins, words.noTwins))
        .every((part) => answer.includes(part));
  }
}

/** Whether a long list shows its first items and says how many more there are: "and 6 more". */
function isCut(list: string[], items: string[]): boolean {
  const more = Number(/\d+/.exec(list.at(-1) ?? "")?.[0]);
  const shown = new Set(list.slice(0, -1).map((line) => line.replace(/:\d+$/, "")));
  return shown.size >= 100 && shown.size + more === items.length && [...shown].every((path) => items.includes(path));
}
