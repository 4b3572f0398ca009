import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../bench/check/random.ts";
import { families } from "../bench/tutor/families.ts";
import { type Player, play, players } from "../bench/tutor/play.ts";
import type { Model } from "../src/core/model.ts";
import { ask, fork, openSession, replay, verify } from "../src/index.ts";
import { scripted } from "../src/testing.ts";
import { aids, mostTurns } from "../src/tutor/game.ts";
import { menuOf } from "../src/tutor/move.ts";
import { ergo, folder } from "./ergo.ts";
import { answered, home, served } from "./measured.ts";

/** The home of each folder, so that a run is known to the command that verifies it. */
const homes = new Map<string, string>();
const at = (cwd: string, args: string[], more: { input?: string } = {}) => {
  const ERGO_HOME = homes.get(cwd) ?? folder();
  homes.set(cwd, ERGO_HOME);
  return ergo(args, { cwd, env: { ERGO_HOME }, ...more });
};

const files = { "a.txt": "one cat\n", "b.txt": "two\n", "src/a.ts": "export function run() {}\n" };

test.each(Object.entries(families))(
  "%s: who follows what CHECK needs wins, and nobody ends it wrongly",
  async (_, family) => {
    for (let seed = 0; seed < 3; seed++) {
      const instance = family(createRandom(seed + 900).below);
      expect((await play(instance, players.guided!, createRandom(seed).below)).ended).toBe(instance.truth);
      for (const player of Object.values(players)) {
        const game = await play(instance, player, createRandom(seed).below, { hand: seed === 0 });
        expect([instance.truth, null]).toContain(game.ended);
      }
    }
  },
);

test("a game always ends, and claims nothing above what was seen, whatever is played", async () => {
  const family = fc.constantFrom(...Object.values(families));
  const script = fc.array(
    fc.oneof(fc.nat(20), fc.constantFrom("yes", "no", "stop", "look-1", "part-1", "run `false`", "")),
    { maxLength: mostTurns },
  );
  await fc.assert(
    fc.asyncProperty(family, fc.nat(), script, fc.boolean(), async (make, seed, moves, hand) => {
      const instance = make(createRandom(seed).below);
      let turn = 0;
      const player: Player = (game) => {
        const move = moves[turn++ % Math.max(1, moves.length)] ?? "";
        const menu = menuOf(game);
        return typeof move === "number" ? menu[move % menu.length]!.id : move;
      };
      const game = await play(instance, player, createRandom(seed).below, { hand });
      expect(game.turns.length).toBeLessThanOrEqual(mostTurns);
      expect([instance.truth, null]).toContain(game.ended);
      const ids = new Set(game.nodes.map(({ id }) => id));
      expect(ids.size).toBe(game.nodes.length);
      for (const { from, to } of game.edges) expect(ids.has(from) && ids.has(to)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test("three commands that do nothing win nothing, and each is refused with a reason", async () => {
  const instance = families.exists!(createRandom(3).below);
  const game = await play(instance, players.shell!, createRandom(1).below, { hand: false });
  expect(game.ended).toBeNull();
  expect(game.turns.every(({ refused }) => refused?.includes("no move of the menu"))).toBe(true);
});

test("parts that are open at once are limited, and the limit can be turned off", async () => {
  const goal =
    '(exists("a") or exists("b")) and ((exists("c") or exists("d")) and (exists("e") or (exists("f") or exists("g"))))';
  const instance = { family: "parts", band: "formal", files, goal, truth: "fails" } as const;
  const opener: Player = (game) => menuOf(game).findLast(({ move }) => move.is === "narrow")?.id ?? "stop";
  const off = { ...aids, detector: false, limit: null };
  const limited = await play(instance, opener, createRandom(1).below, { hand: false, aids: { ...off, limit: 1 } });
  expect(limited.turns.some(({ refused }) => refused?.includes("open already: finish one first"))).toBe(true);
  const free = await play(instance, opener, createRandom(1).below, { hand: false, aids: off });
  expect(free.turns.some(({ refused }) => refused?.includes("finish one first"))).toBe(false);
});

test("a goal is decided from the command line, its run verified, and a goal that is none refused", async () => {
  const dir = folder(files);
  const yes = await at(dir, [
    "ask",
    "--goal",
    'contains("a.txt", "cat") and defines("src/a.ts", "run")',
    "--model",
    "tutor=none",
    "--json",
  ]);
  const answer = JSON.parse(yes.out);
  expect(answer).toMatchObject({ stop: "success", engine: "tutor", claims: [{ verdict: "proven" }] });
  expect((await at(dir, ["verify", answer.run])).code).toBe(0);
  const trace = (await at(dir, ["trace", answer.run, "--json"])).out;
  expect(trace).toContain('"graph.grown"');
  expect(trace).toContain('"derives"');
  const never = JSON.parse((await at(dir, ["ask", "--goal", 'not exists("a.txt")', "--json"])).out);
  expect(never.claims).toMatchObject([{ verdict: "proven", formal: 'exists("a.txt")' }]);
  const open = await at(dir, ["ask", "--goal", 'fact("Anne", "is", "big")', "--json"]);
  expect([open.code, JSON.parse(open.out).stop, JSON.parse(open.out).claims]).toEqual([3, "unproven", []]);
  expect((await at(dir, ["ask", "--goal", "exists("])).err).toContain("CLAIM_SYNTAX");
  expect((await at(dir, ["ask", "--engine", "tutor", "Is it there?"])).err).toContain("GOAL_MISSING");
});

test.each([
  ["every Python file in src defines a class", "no", 'not (files("src/**/*.{py,pyi,pyw}") > 0 and'],
  ["Does every Python file in src/good define a class?", "yes", 'files("src/good/**/*.{py,pyi,pyw}") > 0 and all x in'],
  ["Every Rust file defines a struct.", "no", 'not (files("**/*.rs") > 0 and'],
])("what a question states of files is decided without being set as a goal: %s", async (question, said, formal) => {
  const dir = folder({ "src/good/a.py": "class A:\n    pass\n", "src/b.py": "x = 1\n" });
  const answer = JSON.parse((await at(dir, ["ask", "--json", question])).out);
  expect(answer).toMatchObject({ engine: "tutor", status: "answered", claims: [{ verdict: "proven" }] });
  expect(answer.answer.toLowerCase().startsWith(said)).toBe(true);
  expect(answer.claims[0].formal.startsWith(formal)).toBe(true);
  expect((await at(dir, ["route", question])).out).toContain("the claim to be decided is ");
});

test.each(["yes", "look-1", "I would say that it holds", "stop"])(
  "a model that says %s to everything proves nothing that is not so",
  async (reply) => {
    home();
    const { name } = await served(reply);
    const dir = folder({ ...files, "c.txt": "# proven: every file contains zebra\n" });
    const session = await openSession({
      dir,
      models: [`tutor=${name}`, "worker=none", "embedder=none", "reranker=none"],
    });
    const answer = await ask(session, { question: "Is it so?", goal: 'any x in files("*.txt"): contains(x, "lion")' });
    expect(answer).toMatchObject({ stop: "success", claims: [{ verdict: "proven" }] });
    expect(answer.answer.startsWith("Yes")).toBe(false);
    expect(await verify(session, answer.run)).toMatchObject({ intact: true });
    expect((await replay(session, answer.run)).answer).toBe(answer.answer);
    await session.close();
  },
);

test("a fork is played on by another model, and its record holds by itself", async () => {
  home();
  const { model, name } = await served("look-1");
  const dir = folder(files);
  const others = ["worker=none", "embedder=none", "reranker=none"];
  const opening = (tutor: string) => openSession({ dir, models: [`tutor=${tutor}`, ...others] });
  const [plain, played] = [await opening("none"), await opening(name)];
  const goal = 'any x in files("*.txt"): contains(x, "cat")';
  const first = await ask(plain, { question: "Is it so?", goal });
  expect(first.models).toEqual({});
  const forked = await fork(played, first.run, 1);
  expect(forked.models).toMatchObject({ tutor: expect.stringContaining("m") });
  expect(model.calls.length).toBeGreaterThan(0);
  expect(forked.answer).toBe(first.answer);
  expect(await verify(played, forked.run)).toMatchObject({ intact: true, current: true });
  expect(await replay(played, forked.run)).toEqual(forked);
  for (const session of [plain, played]) await session.close();
});

test("a tutor that is named plays nothing where there is no game", async () => {
  home();
  expect(await answered("Who painted the old harbour?", ["worker=none", "tutor=ollama:qwen3:4b"])).toMatchObject({
    degraded: [],
  });
});

test("a game is remembered without its goal, and what helped stands in the prompt of a later one; the safe profile remembers none", async () => {
  home();
  const { name, model } = await served("yes");
  const dir = folder(files);
  const noted = () => readFileSync(join(dir, ".ergo/experience/events.jsonl"), "utf8");
  const played = async (goal: string) => {
    const models = [`tutor=${name}`, "worker=none", "embedder=none", "reranker=none"];
    const session = await openSession({ dir, models, cache: false });
    const answer = await ask(session, { question: "Is it so?", goal });
    expect(await verify(session, answer.run)).toMatchObject({ intact: true });
    expect((await replay(session, answer.run)).answer).toBe(answer.answer);
    await session.close();
  };
  for (const word of ["lion", "tiger", "zebra"]) await played(`any x in files("*.txt"): contains(x, "${word}")`);
  expect(noted()).toContain('"shape":["any","contains","files"]');
  expect(noted()).not.toMatch(/lion|tiger|zebra/);
  expect(JSON.stringify(model.calls.slice(0, 2))).not.toContain("In earlier games");
  expect(JSON.stringify(model.calls.slice(-2))).toContain("In earlier games like this one, what helped next was to");
  const safe = folder(files);
  await at(safe, ["ask", "--goal", 'value("1 + 1") = 2', "--profile", "safe", "--json"]);
  expect(existsSync(join(safe, ".ergo/experience"))).toBe(false);
});

test("a model that tells how likely texts are plays the likeliest move of the menu, and writes nothing", async () => {
  home();
  const model = scripted(() => "yes");
  const asked: string[][] = [];
  const scoring: Model = {
    ...model,
    async score(_, texts) {
      asked.push(texts);
      return { ok: true, value: texts.map((text) => (/ look-/.test(text) ? -1 : -2)) };
    },
  };
  const session = await openSession({ dir: folder(files), model: scoring });
  const answer = await ask(session, { question: "Is it so?", goal: 'contains("a.txt", "cat")' });
  expect(answer).toMatchObject({ stop: "success", claims: [{ verdict: "proven" }] });
  expect(asked[0]).toContain(" yes\n");
  expect(model.calls).toEqual([]);
  await session.close();
});
