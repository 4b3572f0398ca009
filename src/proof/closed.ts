import type { Call } from "../core/claim.ts";
import { solve } from "../solve/kinds.ts";
import type { Solution } from "../solve/problem.ts";
import { valueless } from "./lack.ts";
import { quoted } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { decided, infer, type Scene, textOf } from "./scene.ts";
import type { Truth, Value } from "./value.ts";

/** What follows from a text alone that puts a closed problem. */
export const closedPredicates: Record<string, Predicate> = {
  follows: {
    forms: [form("boolean", "text", "text")],
    example: 'follows("True and not False is", "True")',
    means: "the closed problem that the text puts has that answer",
    evaluate: follows,
    statement: (call) => [
      `the problem ${brief(call)} has the answer ${quoted(call.args[1])}`,
      `the problem ${brief(call)} has another answer than ${quoted(call.args[1])}`,
    ],
  },
};

function follows(call: Call, scene: Scene): Truth | Value {
  const [text, answer] = [textOf(call.args[0], scene), textOf(call.args[1], scene)];
  const solution = solve(text);
  if (solution === null) return valueless("it is no closed problem of which Ergo reads every sentence");
  if (solution.value === null) return valueless(`${solution.because}`);
  const holds = solution.value === answer.trim();
  const made = infer(
    "solve",
    [{ calculated: reading(solution) }, { calculated: derivation(solution) }],
    call,
    holds,
    scene,
  );
  return decided(holds, { ...made, note: () => `the answer is ${solution.value}` });
}

/** The problem as it was read, sentence by sentence. */
function reading({ kind, readings }: Solution): string {
  return [`read as ${kind}:`, ...readings.map(({ text, means }) => `${text} → ${means}`)].join("\n");
}

function derivation({ steps, said }: Solution): string {
  return [...steps, `so: ${said}`].join("\n");
}

function brief(call: Call): string {
  const text = call.args[0]?.is === "string" ? call.args[0].value.replace(/\s+/g, " ") : "";
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 77)}…` : text);
}
