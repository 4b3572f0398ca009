import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

const root = new URL("../", import.meta.url).pathname;

/**
 * Keeps a generated part of a file true: rewritten by `UPDATE_DOCS=1 npx vitest run test/docs test/house`. Where it is told
 * `roughly`, numbers may be a tenth off, so that not every change of the code is one of the text.
 */
export function expectGenerated(path: string, generated: string, { roughly = false } = {}): void {
  const [start, end] = ["<!-- generated -->\n", "<!-- end -->"];
  const text = readFileSync(join(root, path), "utf8");
  const [from, to] = [text.indexOf(start) + start.length, text.indexOf(end)];
  if (process.env.UPDATE_DOCS) {
    writeFileSync(join(root, path), text.slice(0, from) + generated + text.slice(to));
    return;
  }
  const written = text.slice(from, to);
  if (!roughly) {
    expect(written).toBe(generated);
    return;
  }
  const number = /\d[\d,]*/g;
  const numbers = (of: string) => [...of.matchAll(number)].map(([each]) => Number(each.replaceAll(",", "")));
  expect(written.replace(number, "N")).toBe(generated.replace(number, "N"));
  const now = numbers(generated);
  expect(numbers(written).filter((each, at) => Math.abs(each - now[at]!) > now[at]! / 10)).toEqual([]);
}
