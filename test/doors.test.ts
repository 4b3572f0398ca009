import { expect, test } from "vitest";

/** The public names. A name that is added or dropped is a change of the package's contract. */
const doors: Record<string, string[]> = {
  index: [
    "ErgoError",
    "ask",
    "checkClaim",
    "fork",
    "intentOf",
    "openSession",
    "replay",
    "resume",
    "verify",
    "watchRun",
  ],
  model: [
    "callsIn",
    "fromLanguageModel",
    "generateJson",
    "openCompatible",
    "openEmbedded",
    "openOllama",
    "toLanguageModel",
  ],
};

test.each(Object.entries(doors))("the door %s has these names", async (door, names) => {
  expect(Object.keys(await import(`../src/${door}.ts`)).sort()).toEqual(names);
});
