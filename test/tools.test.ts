import { expect, onTestFinished, test, vi } from "vitest";
import { kernels } from "../src/code/kernels/registry.ts";
import type { Draft } from "../src/core/answer.ts";
import type { Ports } from "../src/core/port.ts";
import { faultOf } from "../src/core/schema.ts";
import { engine } from "../src/engines/engine.ts";
import { addEngine, findEngine } from "../src/engines/registry.ts";
import { blank, type Progress } from "../src/engines/state.ts";
import { kernelWords } from "../src/engines/tools/kernel.ts";
import { misuse, suitsKind, tools, use } from "../src/engines/tools/list.ts";
import type { Args, Seen } from "../src/engines/tools/tool.ts";
import { define, END } from "../src/flow/define.ts";
import { ask, openSession, verify } from "../src/index.ts";
import { folder } from "./ergo.ts";

/** The tools as engines see them, each used in a run over a real folder. */

const files = {
  "harbour.md": "# Harbour\n\nThe old harbour was painted by Lena Voss in 1911.\n[More](away.md)\n",
  "notes/cranes.md": "# Cranes\n\nThe harbour has three cranes.\n",
};

/** What is used next, and what came of it. */
const given: { name: string; args: Args; seen: Seen | null } = { name: "", args: {}, seen: null };
const graph = define<Progress, Draft, Ports>()({
  name: "one-tool",
  start: "USE",
  nodes: {
    USE: {
      to: [END],
      async run(state, ctx, ports) {
        given.seen = await use(given.name, given.args, { ctx, ports, task: state.task });
        const { rests, text } = given.seen;
        const draft = rests.on === "claims" ? rests.draft : blank("unproven", text);
        return { state: { ...state, draft }, next: END, stop: draft.stop };
      },
    },
  },
  respond: ({ draft }, stop, problem) => draft ?? blank(stop, problem?.message ?? "nothing"),
});
addEngine(engine({ version: 1, for: "a test", steps: ["use it"], asks: [], graph, start: (from) => from }));

async function used(name: string, args: Args, question = "Who painted the harbour?", profile = "read") {
  vi.stubEnv("ERGO_HOME", folder());
  const models = ["worker=none", "embedder=none", "reranker=none"];
  const session = await openSession({ dir: folder(files), models, engine: "one-tool", cache: false, profile });
  onTestFinished(() => void vi.unstubAllEnvs());
  Object.assign(given, { name, args, seen: null });
  const answer = await ask(session, { question });
  expect(await verify(session, answer.run)).toMatchObject({ intact: true, problems: [] });
  await session.close();
  return { answer, seen: given.seen as Seen | null };
}

/** No server of the user's. */
const none = { externals: { tools: [], refusal: () => null, call: () => Promise.reject(new Error("no server")) } };

test("every tool has a name of its own, a sentence, and a schema that its arguments keep to", async () => {
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  for (const { name, takes, does, effect } of tools) {
    const [first] = Object.keys(takes.properties);
    expect(does).toMatch(/^[a-z].{10,}/);
    expect(faultOf(takes, { [first!]: "a" })).toBeUndefined();
    expect(misuse(name, {}, none)).toMatch(/it is missing/);
    expect(misuse(name, { [first!]: "a", more: "b" }, none)).toMatch(/unknown key/);
    expect(effect === "read").toBe(!["shell", "edit"].includes(name));
  }
  expect(misuse("teleport", {}, none)).toBe("there is no tool teleport");
  const taken = await findEngine("react");
  expect(() => addEngine(taken)).toThrow(/already/);
});

test.each<[string, Args, string, string[]]>([
  ["lookup_entity", { entity: "Lena Voss" }, "Lena Voss (thing", ["harbour.md"]],
  ["compare_entities", { entities: "Lena Voss | 1911" }, "dated", ["harbour.md"]],
  ["compare_entities", { entities: "Lena Voss" }, "it takes two names", []],
  ["lookup_entity", { entity: "Zoltan" }, "nothing in", []],
])("%s %j looks at what the files name", async (name, args, text, paths) => {
  const { seen } = await used(name, args);
  expect(seen?.text).toContain(text);
  const rests = seen?.rests;
  const stand = rests?.on === "texts" ? rests.findings.filter(({ stands }) => stands) : [];
  expect([...new Set(stand.map(({ excerpt }) => excerpt.path))]).toEqual(expect.arrayContaining(paths));
  expect(seen?.found).toBe(paths.length > 0);
});

test("database_stats tells how much there is", async () => {
  const { seen } = await used("database_stats", { of: "entities" });
  expect(seen).toMatchObject({ found: true, text: expect.stringMatching(/mentions in \d+ passages of 2 documents/) });
});

test("planners are told of tools that look at the graph for questions that may take them", () => {
  const suits = (type: "RELATIONAL" | "FACTUAL") =>
    tools.filter((tool) => suitsKind(tool, { type, flags: [] })).map(({ name }) => name);
  expect(suits("RELATIONAL")).toContain("compare_entities");
  expect(suits("FACTUAL")).not.toContain("compare_entities");
});

test("the tool for kernels names all that there are", () => {
  expect(Object.keys(kernelWords).sort()).toEqual(kernels.map(({ name }) => name).sort());
});

test.each<[string, Args, string, string | null]>([
  ["cite", { question: "Who painted the old harbour?" }, "Lena Voss", "Lena Voss"],
  ["search", { about: "cranes" }, "notes/cranes.md", null],
  ["files", { question: "How many .md files are there?" }, "2", "2"],
  ["count", { question: "How many documents mention harbour?" }, "2", "2"],
  ["check", { claim: 'exists("harbour.md")' }, "exists", null],
  ["check", { claim: 'exists("away.md")' }, "It is not so", null],
  ["calculate", { expression: "(19 - 4) * 3" }, "45", "45"],
  ["list", { glob: "**/*.md" }, "harbour.md, notes/cranes.md", "2"],
  ["kernel", { kernel: "documentation" }, "harbour.md:4 link away.md: leads to no file of the folder", null],
  ["look", { path: "cranes.md", text: "three" }, "3: The harbour has three cranes.", null],
])("%s %j gives what it was asked for", async (name, args, text, value) => {
  const { seen, answer } = await used(name, args);
  expect(seen).toMatchObject({ found: true, value });
  expect(seen!.text).toContain(text);
  const proves = ["files", "check", "calculate", "list", "look"].includes(name);
  expect(answer.claims.some(({ verdict }) => verdict === "proven")).toBe(proves);
});

test.each<[string, Args, RegExp]>([
  ["cite", { question: "Who is Zoltan Xerxes?" }, /nothing was found|no answer/],
  ["search", { about: "Xerxes" }, /no text/],
  ["files", { question: "Who is Zoltan Xerxes?" }, /no exact answer/],
  ["check", { claim: "exists(" }, /claim, character/],
  ["calculate", { expression: "one plus" }, /claim|comput|expression/],
  ["look", { path: "../secret" }, /no file of this folder/],
  ["list", { glob: "[" }, /has no/],
  ["kernel", { kernel: "magic" }, /there is no kernel magic/],
  ["teleport", {}, /no tool/],
  ["cite", { question: 3 }, /expected a text/],
])("%s %j gives nothing, and says why", async (name, args, why) => {
  const { seen, answer } = await used(name, args);
  expect(seen).toMatchObject({ found: false, value: null });
  expect(seen!.text).toMatch(why);
  expect(answer.claims).toEqual([]);
});

test("answers that are not meant are passed over", async () => {
  const question = "Who painted the old harbour?";
  const { seen } = await used("cite", { question, except: ["Lena Voss"] });
  expect(seen!.value).not.toBe("Lena Voss");
});

test("what is done is what the user's own words ask for, within what the profile allows", async () => {
  const { seen } = await used("edit", { request: 'replace "three" by "four" in notes/cranes.md' });
  expect(seen!.text).toMatch(/does not ask for word by word/);
  const order = 'replace "three" with "four" in notes/cranes.md';
  const refused = await used("edit", { request: order }, order);
  expect(refused.answer).toMatchObject({ status: "refused", claims: [] });
  const done = await used("edit", { request: order }, order, "dev");
  expect(done.seen).toMatchObject({ found: true });
  expect(done.answer.claims).toContainEqual(expect.objectContaining({ verdict: "proven" }));
});
