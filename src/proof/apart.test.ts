import { expect, test } from "vitest";
import { entailment } from "./entail.ts";

const text = [
  "As you can see, the stable kiln is the default. Note that four glazes are available.",
  "In general, the kiln is cold. According to Ida Berg, the kiln is red.",
  "This means each oven is heated for six weeks.",
  "You may know some of the ovens, and the kiln has three shelves.",
  "If the lamp is lit, and the door is shut, the kiln is warm.",
  "Where the first part is a name, the second one is a date, and the last part is a number, nothing else is read.",
  "The method does not block, but will instead return a token.",
  "Firing is faster than drying because the oven never has to cool. Cracks are rare, but glazes are soft.",
  "The oven includes checks for smoke that stop the fire if a window is open.",
  "The kiln is a tool that was built for tiles.",
  "The oven is such a tool that nobody wants it. The loom has no pedal that moves.",
  "The stack keeps values in a row and removes the values in the opposite order.",
  "The mill grinds wheat if it is dry and fills the sacks in the yard.",
].join("\n\n");

test.each([
  // A remark before a sentence says nothing of what is so; one that limits it, or says whose it is, does.
  ["The stable kiln is the default.", "supported"],
  ["Four glazes are available.", "supported"],
  ["The kiln is red.", "open"],
  ["Each oven is heated for six months.", "contradicted"],
  // A clause beside it has a thing of its own; what is supposed binds all of them.
  ["The kiln has three shelves.", "supported"],
  ["The kiln has five shelves.", "contradicted"],
  ["The door is shut.", "open"],
  ["The last part is a number.", "open"],
  ["The method blocks.", "contradicted"],
  ["The method does not block.", "supported"],
  ["Firing is slower than drying.", "contradicted"],
  ["Cracks are common.", "contradicted"],
  // What tells which one it is takes nothing from its being one, and says not how many there are.
  ["The oven includes checks for smoke.", "supported"],
  ["The oven does not include checks for smoke.", "contradicted"],
  ["The kiln is a tool.", "supported"],
  ["The loom has no pedal.", "open"],
  // Two verbs of one thing, unless a case stands between them.
  ["The stack removes the values in the opposite order.", "supported"],
  ["The mill fills the sacks in the yard.", "open"],
])("%s: %s", (sentence, verdict) => {
  expect(entailment(sentence, text).verdict).toBe(verdict);
});
