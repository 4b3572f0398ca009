import { expect, test } from "vitest";
import { readCodeQuestion } from "./question.ts";

test.each(["what is the default value of connectionTimeout?", "how long is the timeout?", "what's MAX_RETRIES"])(
  "a value is asked for: %s",
  (question) => {
    expect(readCodeQuestion(question)).toMatchObject({ asks: "constants" });
  },
);

test.each([
  "how do I set the body limit?",
  "how can I change the timeout?",
  "why is the limit 100?",
  "what happens when the limit is reached?",
  "when is the timeout used?",
  "Wie kann ich das Limit ändern? Was ist die Voreinstellung?",
])("texts are asked, not a value: %s", (question) => {
  expect(readCodeQuestion(question)).toBeNull();
});
