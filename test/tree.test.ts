import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask, openSession, replay, verify } from "../src/index.ts";
import { folder } from "./ergo.ts";
import { asked, files, lasting, nested, opened, painted, two } from "./tree.ts";

test("without a model rules split a question, and excerpts answer its parts", async () => {
  const { session, notes } = await opened("contract", null);
  const answer = await ask(session, { question: two });
  expect(answer).toMatchObject({ status: "answered", engine: "contract", degraded: [] });
  expect(answer.answer).toMatch(/Lena Voss.*\n.*1954/);
  expect(answer.usage.byRole.worker).toBeUndefined();
  expect(notes(answer.run, "part.split")).toMatchObject([{ by: "rules", joint: "each", into: { length: 2 } }]);
  expect(notes(answer.run, "round.measured")).toMatchObject([{ round: 1, follows: "end" }]);
  expect(await verify(session, answer.run)).toMatchObject({ intact: true, current: true });
  expect(lasting(await replay(session, answer.run))).toEqual(lasting(answer));
});

test("where sampled answers agree nothing is split; the root is reviewed all the same", async () => {
  const { session, model, notes } = await opened("contract", (request) =>
    asked(request).kind === "review" ? "approved" : "Lena Voss",
  );
  const answer = await ask(session, { question: painted });
  expect(answer).toMatchObject({ status: "answered", confidence: { value: expect.any(Number) } });
  expect(answer.claims[0]).toMatchObject({ text: "Lena Voss", verdict: "supported" });
  expect(notes(answer.run, "part.solved")).toMatchObject([{ entropy: 0, doubt: null }]);
  expect(notes(answer.run, "part.split")).toEqual([]);
  expect(model!.calls.map((call) => asked(call).kind).filter((kind) => kind === "review")).toHaveLength(1);
});

test("where they differ in meaning it is split into what the planner names, and the parts' answers are known to the whole", async () => {
  let n = 0;
  const guesses = ["Henrik Sommer", "Mara Voss", "Lena Voss", "Nils Aker", "Tomas Rehn", "the bell"];
  const { session, model, notes } = await opened("contract", (request) => {
    const { kind, question, text } = asked(request);
    if (kind === "decompose") return "Which town does Tomas Rehn live in? Who cast the bell of Hallby?";
    if (kind === "review") return "approved";
    if (question.startsWith("Which town")) return "Hallby";
    if (question.startsWith("Who cast the bell of Hallby")) return "Henrik Sommer";
    return text.includes("Known:") ? "Henrik Sommer" : guesses[n++ % guesses.length]!;
  });
  const answer = await ask(session, { question: nested });
  const [root] = notes(answer.run, "part.solved");
  expect(root).toMatchObject({ part: 0, doubt: "its sampled answers differ in meaning" });
  expect(Number(root!.entropy)).toBeGreaterThan(0.5);
  expect(notes(answer.run, "part.split")).toMatchObject([{ joint: "and", into: { length: 2 } }]);
  expect(answer).toMatchObject({ status: "answered" });
  expect(answer.claims[0]).toMatchObject({ text: "Henrik Sommer", verdict: "supported" });
  const known = model!.calls.map((call) => asked(call).text).filter((text) => text.includes("Known:"));
  expect(known.at(-1)).toMatch(/Which town does Tomas Rehn live in\? Hallby/);
  const [round] = notes(answer.run, "round.measured");
  expect(round).toMatchObject({ entropy: 0 });
  expect(await verify(session, answer.run)).toMatchObject({ intact: true });
  expect(lasting(await replay(session, answer.run))).toEqual(lasting(answer));
});

test("of questions side by side each is answered, though a model would answer but one of them", async () => {
  const { session, model } = await opened("contract", (request) => {
    const { kind, question } = asked(request);
    if (kind === "review") return "approved";
    return question.startsWith("when") || question.startsWith("When") ? "1954" : "Lena Voss";
  });
  const answer = await ask(session, { question: two });
  expect(answer.status).toBe("answered");
  expect(answer.claims.map(({ text }) => text)).toEqual(expect.arrayContaining(["Lena Voss", "1954"]));
  // What is split in any case is not sampled as a whole.
  expect(model!.calls.filter((call) => asked(call).kind === "solve" && asked(call).question === two)).toEqual([]);
});

test("parts that nothing has to do with the question are left out", async () => {
  const { session, notes } = await opened("contract", (request) => {
    const { kind } = asked(request);
    return kind === "decompose" ? "What is the price of gold today? Which planets have rings of ice?" : "";
  });
  const answer = await ask(session, { question: nested });
  expect(notes(answer.run, "part.opened").slice(1)).toMatchObject([
    { because: expect.stringContaining("too little") },
    { because: expect.stringContaining("too little") },
  ]);
  expect(await verify(session, answer.run)).toMatchObject({ intact: true });
});

test("a revision replaces an answer only where excerpts hold it and it is reviewed better", async () => {
  const scene = async (revision: string, second: string) => {
    const verdicts = ["minor: it was painted in 1911", second];
    const { session, notes } = await opened(
      "contract",
      (request) => {
        const { kind } = asked(request);
        if (kind === "review") return verdicts.shift() ?? "approved";
        return kind === "revise" ? revision : "Lena Voss";
      },
      { preset: "complex" },
    );
    const answer = await ask(session, { question: painted });
    return { answer, revised: notes(answer.run, "answer.revised") };
  };
  const won = await scene("Lena Voss in 1911", "approved");
  expect(won.revised).toMatchObject([{ won: true }]);
  expect(won.answer.answer).toContain("Lena Voss in 1911");
  for (const [revision, second] of [
    ["Nils Aker in 1911", "approved"],
    ["Lena Voss in 1911", "minor: it was painted in 1911"],
  ] as const) {
    const lost = await scene(revision, second);
    expect(lost.revised).toMatchObject([{ won: false }]);
    expect(lost.answer.claims[0]).toMatchObject({ text: "Lena Voss" });
  }
});

test("a preset that there is not is refused, and one that is is recorded", async () => {
  await expect(openSession({ dir: folder(files), preset: "slow" })).rejects.toThrow(/--preset slow: one of factual/);
  const { session } = await opened("contract", null, { preset: "deep" });
  const { run } = await ask(session, { question: painted });
  expect(lasting(await replay(session, run)).status).toBe("answered");
});

test("an ensemble says who claims what, and leaves open what they differ in", async () => {
  const same = await opened("ensemble", () => "Lena Voss");
  const agreed = await ask(same.session, { question: painted });
  expect(agreed).toMatchObject({
    status: "answered",
    confidence: { value: 1, basis: "2 of 2 engines that answer say so" },
  });
  expect(agreed.claims.filter(({ text }) => text === "Lena Voss")).toHaveLength(1);
  const apart = await opened("ensemble", (request) => (asked(request).kind === "solve" ? "Mara Voss" : "Tomas Rehn"));
  const open = await ask(apart.session, { question: "Who grew up on the island of Sando or lives in Hallby?" });
  expect(open.status).not.toBe("error");
  expect(await verify(apart.session, open.run)).toMatchObject({ intact: true });
});

test.each(["specialists", "hierarchy"])(
  "%s give what files tell to recipes, and what texts say to who reads them",
  async (name) => {
    const { session, notes } = await opened(name, null);
    const answer = await ask(session, {
      question: "How many Markdown files are there and who painted the old harbour?",
    });
    expect(answer).toMatchObject({ status: "answered", engine: name });
    expect(answer.claims[0]).toMatchObject({ verdict: "proven", formal: 'files("**/*.{md,markdown}") = 3' });
    expect(answer.claims.map(({ text }) => text)).toContain("Lena Voss");
    // Parts are given side by side.
    expect(
      notes(answer.run, "part.given")
        .map(({ engine }) => String(engine))
        .sort(),
    ).toEqual([name === "hierarchy" ? "contract" : "cite", "direct"]);
    expect(await verify(session, answer.run)).toMatchObject({ intact: true, current: true });
  },
);

test("nothing is done for a part, whoever asks for it", async () => {
  const { session } = await opened("specialists", () => "Delete harbour.md? Remove the file bells.md?");
  await ask(session, { question: "Who painted the old harbour and then delete harbour.md" });
  expect(readFileSync(join(session.folder.root, "harbour.md"), "utf8")).toBe(files["harbour.md"]);
});

test.each(["specialists", "hierarchy", "contract"])(
  "for %s the parts that a planner names answer nothing by themselves",
  async (name) => {
    const question = "Did Lena Voss and Henrik Sommer work in the same century?";
    const { session } = await opened(name, (request) => {
      const { kind, question: part } = asked(request);
      if (kind === "decompose")
        return "When did Lena Voss paint the old harbour? When did Henrik Sommer cast the bell of Hallby?";
      if (kind === "review") return "approved";
      return part.startsWith("When did Lena") ? "1911" : part.startsWith("When did Henrik") ? "1802" : "perhaps";
    });
    const answer = await ask(session, { question });
    expect(["partial", "not_found"]).toContain(answer.status);
    expect(await verify(session, answer.run)).toMatchObject({ intact: true });
  },
);
