import { expect, test } from "vitest";
import { ask, openSession } from "../src/index.ts";
import { folder } from "./ergo.ts";

test("documents that say otherwise are shown side by side, and neither is taken for the answer in silence", async () => {
  const dir = folder({
    "old.md": "# Old guide\n\nSessions expire after 30 minutes of inactivity.\n",
    "new.md": "# New guide\n\nSessions expire after 14 minutes of inactivity.\n",
  });
  const none = ["worker", "planner", "verifier", "embedder", "reranker"].map((role) => `${role}=none`);
  const session = await openSession({ dir, models: none });
  const answer = await ask(session, { question: "After how many minutes of inactivity do sessions expire?" });
  await session.close();
  expect(answer.answer).toMatch(/30 minutes/);
  expect(answer.answer).toMatch(/14 minutes/);
  expect(answer.answer).toMatch(/Texts disagree: in (?:old|new)\.md \[2\] it says (?:30|14), not (?:14|30)\./);
  expect(answer.evidence.map(({ path }) => path).sort()).toEqual(["new.md", "old.md"]);
  expect(answer.status).toBe("partial");
});
