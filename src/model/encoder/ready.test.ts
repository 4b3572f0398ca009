import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readManifest } from "../install/manifest.ts";
import { isReady, keepReady, type Ready, readyPlace } from "./ready.ts";

let home: string;
let place: Ready;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "ergo-ready-"));
  place = readyPlace(readManifest().find(({ role }) => role === "embedder")!, "/runtimes/onnx-1", home);
});
afterEach(() => rmSync(home, { recursive: true }));

async function written(draft?: string): Promise<string> {
  if (draft) writeFileSync(draft, "a network");
  return draft ? "kept" : "not kept";
}

test("a network that was made ready is ready here, and for what it was made of alone", async () => {
  expect(await isReady(place)).toBe(false);
  expect(await keepReady(place, written)).toBe("kept");
  expect(await isReady(place)).toBe(true);
  expect(readFileSync(place.file, "utf8")).toBe("a network");
  expect(readdirSync(dirname(place.file)).sort()).toEqual(["network.onnx", "record.json"]);
  const elsewhere = readyPlace(readManifest().find(({ role }) => role === "embedder")!, "/runtimes/onnx-2", home);
  expect(await isReady(elsewhere)).toBe(false);
});

test("one that was changed on disk is not", async () => {
  await keepReady(place, written);
  writeFileSync(place.file, "another");
  expect(await isReady(place)).toBe(false);
});

test("what can't be kept is made all the same", async () => {
  writeFileSync(join(home, "models"), "no folder");
  expect(await keepReady(place, written)).toBe("not kept");
});
