import { expect, test } from "vitest";
import { ask, openSession } from "../src/index.ts";
import { folder } from "./ergo.ts";

const none = ["worker", "planner", "verifier", "embedder", "reranker"].map((role) => `${role}=none`);

async function asked(files: Record<string, string>, question: string) {
  const session = await openSession({ dir: folder(files), models: none });
  const answer = await ask(session, { question });
  await session.close();
  return answer;
}

test("documents that say otherwise are shown side by side, and neither is taken for the answer in silence", async () => {
  const answer = await asked(
    {
      "old.md": "# Old guide\n\nSessions expire after 30 minutes of inactivity.\n",
      "new.md": "# New guide\n\nSessions expire after 14 minutes of inactivity.\n",
    },
    "After how many minutes of inactivity do sessions expire?",
  );
  expect(answer.answer).toMatch(/30 minutes/);
  expect(answer.answer).toMatch(/14 minutes/);
  expect(answer.answer).toMatch(/Texts disagree: in (?:old|new)\.md \[2\] it says (?:30|14), not (?:14|30)\./);
  expect(answer.evidence.map(({ path }) => path).sort()).toEqual(["new.md", "old.md"]);
  expect(answer.status).toBe("partial");
  const because = expect.stringMatching(/^it says (?:30|14), not (?:14|30)$/);
  expect(answer.contradictions).toEqual([{ evidence: ["e1", "e2"], because }]);
});

test.each(["The gauge", "Gauge"])(
  "what is told of another thing with a number does not disagree: %s 9",
  async (thing) => {
    const answer = await asked(
      {
        "9.md": `# Note 9\n\n${thing} 9 stands in hall 2.\n`,
        "100.md": `# Note 100\n\n${thing} 100 stands in hall 2.\n`,
      },
      "Where does the gauge 9 stand?",
    );
    expect(answer.answer).toContain(`${thing} 9 stands in hall 2.`);
    expect(answer.answer).not.toContain("Texts disagree");
  },
);

const guides = {
  "old.md":
    "---\ndate: 2023-02-01\n---\n# Old guide\n\nThe request timeout is 30 seconds.\nBackups are encrypted at rest.\n",
  "new.md":
    "---\ndate: 2025-06-09\n---\n# New guide\n\nThe request timeout is 60 seconds.\nBackups are not encrypted at rest.\n",
  "other.md": "# Other guide\n\nThis timeout is 90 seconds.\n",
};

test("whether documents contradict each other is shown in pairs with places and dates", async () => {
  const answer = await asked(guides, "Do the documents contradict each other?");
  expect(answer.answer).toContain("2 pairs of statements differ");
  expect(answer.answer).toMatch(/30 seconds\. \[\d\] \(old\.md, line 6, date: 2023-02-01\)/);
  expect(answer.answer).toMatch(/not encrypted at rest\. \[\d\] \(new\.md, line 7, date: 2025-06-09\)/);
  expect(answer.answer).toContain("What is told in other words, or within one document, was not compared.");
  expect(answer.claims.every(({ verdict }) => verdict === "supported")).toBe(true);
  const paths = answer.contradictions?.map((pair) =>
    pair.evidence.map((id) => answer.evidence.find((one) => one.id === id)?.path),
  );
  expect(paths?.map((pair) => pair.toSorted())).toEqual([
    ["new.md", "old.md"],
    ["new.md", "old.md"],
  ]);
});

test.each([
  ["Which documents disagree about the timeout?", 1],
  ["Does new.md contradict old.md?", 2],
  ["Is old.md consistent with other.md?", 0],
  ["Widersprechen sich die Dokumente?", 2],
])("%s", async (question, pairs) => {
  const { answer, status, engine } = await asked(guides, question);
  expect(engine).toBe("survey");
  expect(answer.match(/the second: /g)?.length ?? 0).toBe(pairs);
  // That nothing was found proves nothing.
  expect(status).toBe(pairs > 0 ? "answered" : "not_found");
});
