import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask, replay, resume, type SessionOptions, verify } from "../src/index.ts";
import { readRun } from "../src/runtime/record/runs.ts";
import { scripted } from "../src/testing.ts";
import { opened, place } from "./notes.ts";

/** A server that brings more tools than a planner can be told of: three tools stand for them, and what is called is called as any is. */

/** A session whose planner finds a tool among many, has it described, and calls it, by what it was told of the ones before. */
async function seeking(home: string, hour: string, options: SessionOptions = {}) {
  const prompts: string[] = [];
  const model = scripted(
    ({ prompt }) => {
      const said = String(prompt);
      if (!said.endsWith("Next:")) return "nothing";
      prompts.push(said.slice(said.lastIndexOf("\n\nTool: ")));
      const done = prompts.at(-1)!;
      if (done.includes("gave notes.gauge_117: tells") && done.includes('"hour of the day')) {
        return `call: notes.gauge_117 | ${hour}`;
      }
      return done.includes("notes.gauge_117: tells") ? "describe: notes.gauge_117" : "tools: water level of gauge 117";
    },
    { window: 8192 },
  );
  const session = await opened(home, "", { model, ...options });
  return { session, prompts };
}

const level = "How much water does the instrument show at hour 7?";

test("of a server with many tools one is found by words, described, and called as any tool is", async () => {
  const { home, calls } = await place({ tools: '{"*": read}', gauges: 200 });
  const { session, prompts } = await seeking(home, "7");
  const answer = await ask(session, { question: level });
  expect(calls()).toEqual(['gauge_117 {"hour":7}']);
  const menu = prompts[0]!.split("\n").flatMap((line) => /^Tool: ([\w.]+): /.exec(line)?.[1] ?? []);
  expect(menu).toEqual(expect.arrayContaining(["cite", "tools", "describe", "call"]));
  expect(menu.filter((name) => name.includes(".")).length).toBeLessThanOrEqual(3);
  expect(prompts[0]).toContain("there are 204");
  expect(answer.answer).toContain("notes.gauge_117 said: Gauge 117 shows 217 cm at hour 7.");
  expect(answer.claims.every(({ verdict }) => verdict === "supported")).toBe(true);
  const uses = readRun(session.folder, answer.run)
    .filter(({ type, data }) => type === "tool.start" && JSON.stringify(data).includes("gauge"))
    .map(({ data }) => (data as { request: { tool: string; pin?: string } }).request);
  expect(uses).toMatchObject([
    { tool: "tools", words: "water level of gauge 117" },
    { tool: "describe", name: "notes.gauge_117" },
    { tool: "notes.gauge_117", args: { hour: 7 }, pin: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  rmSync(join(home, "ergo.yaml"));
  expect(await verify(session, answer.run)).toMatchObject({ intact: true, current: true, problems: [] });
  expect((await replay(session, answer.run)).answer).toBe(answer.answer);
  expect(calls()).toHaveLength(1);
});

test("a tool that was found among many asks, is refused and is pinned as any other", async () => {
  const asking = await place({ gauges: 200 });
  const { session } = await seeking(asking.home, "7", { attended: true });
  const asked = await ask(session, { question: level });
  expect(asked).toMatchObject({ status: "waiting", stop: "approval" });
  expect(asked.answer).toContain('notes.gauge_117 {"hour":7}');
  expect(asking.calls()).toEqual([]);
  await resume(session, asked.run, { reply: true });
  expect(asking.calls()).toEqual(['gauge_117 {"hour":7}']);

  const writing = await place({ tools: '{"*": write}', gauges: 200 });
  const refused = await ask((await seeking(writing.home, "7")).session, { question: level });
  expect(refused.error ?? refused.degraded[0]).toMatchObject({ code: "MCP_REFUSED" });

  const reading = await place({ tools: '{"*": read}', gauges: 200 });
  writeFileSync(reading.description, "another");
  const changed = await ask((await seeking(reading.home, "7")).session, { question: level });
  expect(changed.error ?? changed.degraded[0]).toMatchObject({ code: "MCP_CHANGED" });
  expect([...writing.calls(), ...reading.calls()]).toEqual([]);
});
