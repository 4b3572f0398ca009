import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { engines } from "../src/engines/registry.ts";
import { ergo, folder } from "./ergo.ts";

const script = fileURLToPath(new URL("../docs/verify.mjs", import.meta.url));
const run = (...words: string[]) => spawnSync(process.execPath, [script, ...words], { encoding: "utf8" });

test("an export is checked by a script that needs nothing but Node, and no changed byte passes", async () => {
  const dir = folder({ "a.md": "# A\n\nThe old harbour was painted by Lena Voss in 1911.\n", "b.md": "B\n" });
  const env = { ERGO_HOME: folder(), ERGO_MODEL: "none", ERGO_EMBEDDER: "none", ERGO_RERANKER: "none" };
  const key = (await ergo(["keys"], { env })).out
    .trim()
    .split(/\s+/)
    .find((word) => word.startsWith("ed25519:"))!;
  for (const question of ["How many Markdown files are there?", "Who painted the old harbour?"]) {
    const made = (await ergo(["ask", question, "--dir", dir, "--json"], { env })).json() as unknown as { run: string };
    const file = join(dir, `${made.run}.ergo`);
    await ergo(["export", made.run, file, "--dir", dir], { env });
    const good = run(file, key);
    expect(good.stderr).toBe("");
    expect(good.stdout).toContain(question);
    expect(run(file, "ed25519:AAAA").status).toBe(4);
    const text = readFileSync(file, "utf8");
    const places = [...Array(40).keys()].map((n) => Math.floor(((n + 0.5) / 40) * text.length));
    for (const at of places) {
      const other = text[at] === "x" ? "y" : "x";
      writeFileSync(`${file}.bad`, text.slice(0, at) + other + text.slice(at + 1));
      expect(run(`${file}.bad`, key).status, `changed at ${at}`).not.toBe(0);
    }
  }
});

test("the script checks what every engine's run recorded", async () => {
  const dir = folder({ "a.md": "# A\n\nThe old harbour was painted by Lena Voss in 1911.\n" });
  const env = { ERGO_HOME: folder(), ERGO_MODEL: "none", ERGO_EMBEDDER: "none", ERGO_RERANKER: "none" };
  for (const { name: engine } of engines) {
    const asked = engine === "tutor" ? ["--goal", 'contains("a.md", "Lena Voss")'] : ["Who painted the old harbour?"];
    const made = await ergo(["ask", ...asked, "--engine", engine, "--dir", dir, "--json"], { env });
    const { run: id } = made.json() as unknown as { run: string };
    const file = join(dir, `${id}.ergo`);
    await ergo(["export", id, file, "--dir", dir], { env });
    const checked = run(file);
    expect([engine, checked.status, checked.stderr]).toEqual([engine, 0, ""]);
  }
});
