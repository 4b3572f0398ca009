import { expect, onTestFinished, test, vi } from "vitest";
import { ask, openSession, type SessionOptions, verify } from "../src/index.ts";
import { scripted } from "../src/testing.ts";
import { folder } from "./ergo.ts";

/** `react`, and `cite` with a model, over documents that say of themselves who wrote them and what became of them, without a model and with a scripted one. */

const plans = {
  "plan-1.md":
    "Title: A second pier\nAuthor: Lena Voss <lena@harbour.org>, Bo Falk\nStatus: Withdrawn\nCreated: 2011-03-02\n\n# Abstract\n\nThe plan lays a second pier before the old harbour, for ferries.\n",
  "plan-2.md":
    "Title: Tramway to the lighthouse\nAuthor: Anna Lindqvist, Lena Voss <lena@harbour.org>\nStatus: Final\nCreated: 2014-05-09\n\n# Abstract\n\nThe plan leads a tramway along the mole, as far as the lighthouse.\n",
  "plan-3.md":
    "Title: Paint for the town hall\nAuthor: Cleo Brandt\nStatus: Draft\nCreated: 2016-01-20\n\n# Abstract\n\nThe plan paints the town hall in the blue of the harbour.\n",
};
const none = ["worker=none", "embedder=none", "reranker=none"];

async function opened(options: SessionOptions = {}) {
  vi.stubEnv("ERGO_HOME", folder());
  const session = await openSession({ dir: folder(plans), cache: false, models: none, engine: "react", ...options });
  onTestFinished(async () => {
    await session.close();
    vi.unstubAllEnvs();
  });
  return session;
}

test.each([
  ["Who wrote the idea of a tramway to the lighthouse?", "Anna Lindqvist, Lena Voss", 'field("plan-2.md","Author")'],
  ["What was the status of the idea of a pier for ferries?", "Withdrawn", 'field("plan-1.md","Status")'],
])("without a model, what a described document says of itself answers: %s", async (question, value, formal) => {
  const session = await opened();
  const answer = await ask(session, { question });
  expect(answer.answer).toMatch(new RegExp(`^(?:Probably: )?${value} — \\w+: ${value} \\[1\\]`));
  expect(answer.claims[0]).toMatchObject({ verdict: "supported", text: expect.stringContaining(value) });
  expect(answer.claims.some((claim) => claim.formal?.replaceAll(", ", ",").includes(formal))).toBe(true);
  expect(await verify(session, answer.run)).toMatchObject({ intact: true, current: true, problems: [] });
});

test("without a model, two documents that are asked for one person have the one that both name", async () => {
  const session = await opened();
  const answer = await ask(session, { question: "Who is the author of both pier and tramway?" });
  expect(answer.answer).toMatch(/^(?:Probably: )?Lena Voss(?! *,)/);
  expect(answer.evidence.map(({ path }) => path)).toEqual(expect.arrayContaining(["plan-1.md", "plan-2.md"]));
});

test("the name of a field in passing asks for none", async () => {
  const session = await opened();
  const answer = await ask(session, { question: "What lies before the harbour by status of the pier plan?" });
  expect(answer.answer).not.toMatch(/^Probably: Withdrawn/);
});

test("a model asks before it may finish, and answers the whole from what its questions found", async () => {
  const prompts: string[] = [];
  const model = scripted(
    ({ prompt }) => {
      const text = String(prompt);
      prompts.push(text);
      if (/Look up:$/.test(text)) return "Who planned the pier for ferries?\nWho planned the tramway along the mole?";
      if (/Next:$/.test(text)) return "finish";
      const asked = /Question: ([^\n]+)\nAnswer[^\n]*\nAnswer:$/.exec(text)?.[1] ?? "";
      // Of two authors it names one: the field lists both.
      if (/pier/.test(asked) && !/tramway/.test(asked)) return "Bo Falk";
      return /along the mole/.test(asked) ? "Anna Lindqvist, Lena Voss" : "Lena Voss";
    },
    { window: 4096 },
  );
  const session = await opened({ model, models: none.slice(1) });
  const question = "name the person behind both the pier and the tramway";
  const answer = await ask(session, { question });
  expect(answer.answer).toMatch(/^(?:Probably: )?Lena Voss — /);
  expect(answer.claims.map(({ formal }) => formal).join("\n")).toContain('field("plan-1.md", "Author") = "Lena Voss"');
  expect(prompts.find((text) => /Look up:$/.test(text))).not.toContain("finish");
  // What it planned is answered: it is not asked again.
  expect(prompts.some((text) => /Next:$/.test(text))).toBe(false);
  const last = prompts.filter((text) => text.includes(`Question: ${question}\nAnswer`));
  expect(last.length).toBeGreaterThan(0);
  expect(last[0]).toContain("Who planned the pier for ferries? Lena Voss, Bo Falk");
  expect(last[0]).toContain("Who planned the tramway along the mole? Anna Lindqvist, Lena Voss");
  expect(await verify(session, answer.run)).toMatchObject({ intact: true, current: true, problems: [] });
});

test("where a question of a model found nothing, it is told what the others found", async () => {
  const prompts: string[] = [];
  const model = scripted(
    ({ prompt }) => {
      const text = String(prompt);
      prompts.push(text);
      if (/Look up:$/.test(text)) return "Who planned the pier for ferries?\nWho dug the tunnel?";
      if (/Next:$/.test(text)) return "finish";
      return /Question: Who planned the pier/.test(text) ? "Bo Falk" : "I do not know";
    },
    { window: 4096 },
  );
  const session = await opened({ model, models: none.slice(1) });
  await ask(session, { question: "Who planned the pier for ferries, who dug the tunnel?" });
  const later = prompts.find((text) => /Next:$/.test(text)) ?? "";
  expect(later).toContain("Who planned the pier for ferries? gave Lena Voss, Bo Falk: A second pier: ");
  expect(later).toMatch(/Who dug the tunnel\? gave (?:nothing|I do not know)/);
});

test("where a model says nothing that holds, the last of its questions that go back to others answers probably", async () => {
  const model = scripted(
    ({ prompt }) => {
      const text = String(prompt);
      if (/Look up:$/.test(text)) return "Who planned the paint for the town hall?\nWhen was the plan of #1 created?";
      if (/Next:$/.test(text)) return "finish";
      const asked = /Question: ([^\n]+)\nAnswer[^\n]*\nAnswer:$/.exec(text)?.[1] ?? "";
      if (asked === "Who planned the paint for the town hall?") return "Cleo Brandt";
      return asked === "When was the plan of Cleo Brandt created?" ? "2016-01-20" : "Zoltan Xerxes";
    },
    { window: 4096 },
  );
  const session = await opened({ model, models: none.slice(1) });
  const answer = await ask(session, {
    question: "since when does the person behind the blue of the harbour have it in mind?",
  });
  expect(answer.answer).toContain("2016-01-20");
  expect(answer.answer).not.toContain("Zoltan");
  expect(answer.status).toBe("partial");
});

test("a model that reads texts sees what their documents say of themselves, and is held to it", async () => {
  const prompts: string[] = [];
  const model = scripted(
    ({ prompt }) => {
      prompts.push(String(prompt));
      return "Anna Lindqvist";
    },
    { window: 4096 },
  );
  const session = await opened({ model, models: none.slice(1), engine: "cite" });
  const answer = await ask(session, {
    question: "Who is the author that leads something along the mole to the lighthouse?",
  });
  expect(prompts[0]).toContain("Author: Anna Lindqvist, Lena Voss");
  expect(answer.answer).toMatch(/^(?:Probably: )?Anna Lindqvist — /);
  const formal = answer.claims.map((claim) => claim.formal).join("\n");
  expect(formal).toContain('field("plan-2.md", "Author") = "Anna Lindqvist"');
  expect(await verify(session, answer.run)).toMatchObject({ intact: true, current: true, problems: [] });
});
