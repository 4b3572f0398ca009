import fc from "fast-check";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { disobedient, disobeyed, faults, obliging, questions } from "./contract/adversary.ts";
import { folder } from "./ergo.ts";

/** The bench `adversarial` has every fault at every call; here are every fault by itself, and mixtures by chance. */

beforeEach(() => {
  vi.stubEnv("ERGO_HOME", folder());
  onTestFinished(() => void vi.unstubAllEnvs());
});

test.each(Object.keys(faults).map((fault, at) => ({ fault, engine: disobedient[at % disobedient.length]! })))(
  "a model that $fault at every call makes $engine break no promise",
  async ({ fault, engine }) => {
    const { broken } = await disobeyed({ engine, question: questions.complex, dir: folder() }, faults[fault]!);
    expect(broken).toEqual([]);
  },
  60_000,
);

test.each(disobedient)(
  "%s ends within its budget, claims no more than it saw and changes nothing, whatever a model does at which call",
  async (engine) => {
    const kinds = { "does as it is asked": obliging, ...faults };
    const script = fc.array(fc.constantFrom(...Object.keys(kinds)), { minLength: 1, maxLength: 6 });
    const presets = fc.constantFrom(undefined, "fast", "complex", "deep");
    await fc.assert(
      fc.asyncProperty(
        script,
        fc.constantFrom(...Object.values(questions)),
        presets,
        async (names, question, preset) => {
          const says = names.map((name) => kinds[name as keyof typeof kinds]!);
          const reply = (request: Parameters<typeof obliging>[0], n: number) => says[n % says.length]!(request);
          const { broken, answer } = await disobeyed({ engine, question, preset, dir: folder() }, reply);
          expect(broken).toEqual([]);
          // What a model chose to state is true, and no answer.
          if (
            names.every((name) => name === "states what is irrelevant") &&
            question === questions.absent &&
            engine !== "tutor"
          )
            expect(answer.status).not.toBe("answered");
        },
      ),
      { numRuns: 8 },
    );
  },
  120_000,
);
