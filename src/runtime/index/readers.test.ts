import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createReaders } from "./readers.ts";

const root = new URL("../../", import.meta.url).pathname;
const sources = globSync("{code,proof,core}/**/*.ts", { cwd: root })
  .sort()
  .slice(0, 70)
  .map((path) => [path, readFileSync(join(root, path), "utf8")] as const);

function readersOf(threads: number) {
  const readers = createReaders(threads);
  onTestFinished(() => readers.close());
  return readers;
}

test("threads read the same as one does alone", async () => {
  const read = (threads: number) => {
    const readers = readersOf(threads);
    return Promise.all(sources.map(([path, text]) => readers.read(path, text)));
  };
  const [alone, together] = [await read(1), await read(2)];
  expect(together).toEqual(alone);
  expect(JSON.stringify(together)).toBe(JSON.stringify(alone));
  expect(alone.every((module) => module !== null)).toBe(true);
});

test("what is not read yet when readers are closed is said not to be", async () => {
  const readers = readersOf(2);
  const asked = Promise.allSettled(sources.map(([path, text]) => readers.read(path, text)));
  await readers.close();
  const ends = await asked;
  const closed = ends.filter((end) => end.status === "rejected").map(({ reason }) => (reason as Error).message);
  expect(new Set(closed)).toEqual(new Set(["the readers are closed"]));
  expect((await readers.read("a.ts", "const a = 1;"))?.path).toBe("a.ts");
});
