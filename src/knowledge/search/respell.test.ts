import { expect, test } from "vitest";
import { buildLexis } from "../text/lexis.ts";
import { readWords } from "../text/word.ts";
import { respell, unheard } from "./respell.ts";

const texts = [
  "The sentinel waits for the cgroupv2 controller.",
  "A sentinel has a retry count of three; the count is kept.",
  "Receive buffers belong to the harbour master of Brunswick.",
  "The sentinels receive a retry from the controller.",
  "What is it? A harbour.",
];
const lexis = among(0);

/** The texts, beside so many words more. */
function among(words: number) {
  const others = Array.from({ length: words }, (_, at) => `qx${at.toString(36)}z`).join(" ");
  return buildLexis([...texts, others].map((text, id) => ({ id, title: "", text })));
}

const spoken = new Set(["en"] as const);

test.each([
  ["When does the sentinal wait?", "When does the sentinel wait?"],
  ["How many recieve buffers are there?", "How many receive buffers are there?"],
  ["What does cgroup v2 do for the sentinel?", "What does cgroupv2 do for the sentinel?"],
  ["What is the retrycount?", "What is the retry count?"],
  ["recieve habrour sentinal", "receive harbour sentinel"],
  ["Who is the habrour master?", "Who is the harbour master?"],
])("%s", (question, read) => {
  expect(respell(lexis, question, spoken)?.question).toBe(read);
});

test("what was read is said word by word", () => {
  expect(respell(lexis, "Does the sentinal recieve it?", spoken)?.words).toEqual([
    { word: "sentinal", as: "sentinel" },
    { word: "recieve", as: "receive" },
  ]);
});

test.each([
  "What is the sentinel?",
  'Does "sentinal" stand there?',
  "Does `recieve` buffer?",
  "What is in sentinal.md?",
  "Is the sentinel's controller uncounted?",
  "What does Bronswicks say of sentinel controllers?",
  "Wann wartet der Wächter auf den Hafenmeister?",
  "Do cats purr at sentinels loudly today?",
])("it stays as it is: %s", (question) => {
  expect(respell(lexis, question, spoken)).toBeNull();
});

test("words of earlier questions are none of the index", () => {
  readWords("sentinal", lexis.vocabulary, "en");
  expect(respell(lexis, "When does the sentinal wait?", spoken)?.words).toEqual([{ word: "sentinal", as: "sentinel" }]);
});

test.each<[string, string[]]>([
  ["Which lighthouse does the sentinel wait for?", ["lighthouse"]],
  ["How many retries does a sentinel have?", []],
  ["Which count is unkept?", []],
  ["whats a sentinel", []],
  [
    "Why does the sentinel of the harbour master have a retry count of three, receive buffers of Brunswick and a cgroupv2 controller, when the lighthouse waits?",
    [],
  ],
  ["Wartet der Leuchtturm?", []],
])("words that no text holds: %s", (question, words) => {
  expect(unheard(among(2_000), question, spoken)).toEqual(words);
  expect(unheard(among(0), question, spoken)).toEqual([]);
});
