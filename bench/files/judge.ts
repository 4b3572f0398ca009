import type { Expected } from "./truth.ts";

/** Whether an answer says what is expected. Paths of the folder are not numbers: they are taken out first. */
export function isRight(answer: string, expected: Expected, paths: string[]): boolean {
  const [headline = "", ...list] = answer.split("\n");
  switch (expected.is) {
    case "number": {
      const bare = [...paths]
        .sort((one, other) => other.length - one.length)
        .reduce((text, path) => text.replaceAll(path, "…"), headline)
        .replace(/"[^"]*"/g, "…");
      if (expected.n === 0 && /\b(no|No|not)\b/.test(bare)) return true;
      const pattern = expected.unit
        ? `(?<![\\d.])${expected.n} ${expected.unit}s?\\b`
        : `(?<![\\d.])${expected.n}(?![\\d.]\\d|\\d)`;
      const first = /(?<![\w.])\d+/.exec(bare)?.[0];
      const once = expected.n === 1 && /\bonce\b/.test(bare);
      return once || (new RegExp(pattern).test(bare) && (expected.unit !== undefined || first === String(expected.n)));
    }
    case "set": {
      const items = list.map((line) => line.replace(/:\d+$/, "")).sort();
      return JSON.stringify(items) === JSON.stringify(expected.items);
    }
    case "answer":
      return expected.yes
        ? /^Yes\b|^There is 1 file\b/.test(headline) || /^There are \d+ files named/.test(headline)
        : /^No\b|^There (is|are) no\b/.test(headline);
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
      return expected.parts.every((part) => answer.includes(part));
  }
}
