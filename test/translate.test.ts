import { expect, test } from "vitest";
import { answered, home, served } from "./measured.ts";

const asked = "Wer hat die Glocke von Hallby im Jahr 1802 gegossen?";
const english = "Who cast the bell of Hallby in 1802?";

test("a question in another language than the texts is asked in theirs, where a model translates", async () => {
  home();
  const replies = [english];
  const { name, model } = await served(() => replies.shift() ?? "Henrik Sommer", { translate: true, read: true });
  const answer = await answered(asked, [`worker=${name}`]);
  expect(answer).toMatchObject({ status: "answered", degraded: [] });
  expect(answer.answer).toContain("The bell of Hallby was cast by Henrik Sommer in 1802.");
  expect(answer.answer).toContain(`(asked in English: ${english})`);
  expect(JSON.stringify(model.calls[1]!.prompt)).toContain(`Question: ${english}`);
});

test.each(["", "Who cast the bell of Hallby in 1803?"])("a translation that says %j is none", async (reply) => {
  home();
  const { name } = await served(reply, { translate: true, read: false });
  const { answer } = await answered(asked, [`worker=${name}`]);
  expect(answer).toContain("(the texts are in English, the question in German: names and numbers alone carry over)");
});

test("without a model that translates, what names and numbers find is shown, and why no more", async () => {
  home();
  const { answer, degraded } = await answered(asked, ["worker=none"]);
  expect(answer).toContain("names and numbers alone carry over");
  expect(degraded).toEqual([]);
  expect((await answered("Who cast the bell of the town?", ["worker=none"])).answer).not.toContain("carry over");
});
