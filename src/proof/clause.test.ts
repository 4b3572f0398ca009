import { expect, test } from "vitest";
import { entailment } from "./entail.ts";

const text = [
  "As you can see, the stable kiln is the default. Note that four glazes are available.",
  "In general, the kiln is cold. According to Ida Berg, the kiln is red. As noted by the rival, the kiln is safe.",
  "This means each oven is heated for six weeks.",
  "If the lamp is lit, and the door is shut, the kiln is warm.",
  "The method does not block, but will instead return a token.",
  "Firing is faster than drying because the oven never has to cool. Cracks are rare, but glazes are soft.",
  "The loom has no pedal that moves. The mill has a wheel that was never turned.",
  "In release mode, the check is off, and the number is wrapped; the result is rounded.",
  "The reference points to the value but does not own it.",
  "The author says the tool reads the file and removes the spaces.",
].join("\n\n");

test.each([
  // A remark before a sentence says nothing of what is so; one that limits it, or says whose it is, does.
  ["The stable kiln is the default.", "supported"],
  ["Four glazes are available.", "supported"],
  ["The kiln is red.", "open"],
  ["The kiln is safe.", "open"],
  ["The kiln is unsafe.", "open"],
  ["Each oven is heated for six months.", "contradicted"],
  // What is supposed, or the case that a text begins with, binds all that follows.
  ["The door is shut.", "open"],
  ["The number is wrapped.", "open"],
  ["The number is never wrapped.", "open"],
  ["The result is rounded.", "open"],
  ["The method blocks.", "contradicted"],
  ["The method does not block.", "supported"],
  ["Firing is slower than drying.", "contradicted"],
  ["Cracks are common.", "contradicted"],
  // What tells which one it is, and what somebody says, is of that alone.
  ["The loom has no pedal.", "open"],
  ["The mill has a wheel.", "open"],
  ["The author removes the spaces.", "open"],
  ["The reference points to the value but does own it.", "open"],
  ["The reference points to the value.", "supported"],
])("%s: %s", (sentence, verdict) => {
  expect(entailment(sentence, text).verdict).toBe(verdict);
});
