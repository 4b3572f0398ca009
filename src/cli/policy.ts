import { ErgoError } from "../core/error.ts";
import { type Policy, policyOf } from "../runtime/session/policy.ts";
import { openSession } from "../runtime/session/session.ts";
import { batch, field } from "./batch.ts";
import type { Call } from "./call.ts";
import { print, printJson } from "./print.ts";
import { green, red, type Text, text } from "./text.ts";

export async function run({ values, words }: Call): Promise<number> {
  const { dir, yes, profile } = values as { dir?: string; yes?: boolean; profile?: string };
  const session = await openSession({ dir, yes, profile });
  try {
    if (values.batch !== undefined) {
      return await batch(String(values.batch), (row, line) => policyOf(session, field(row, "command", line)));
    }
    const [command, ...more] = words;
    if (command === undefined || more.length > 0) {
      throw new ErgoError("USAGE", { detail: "one command, in quotes: ergo policy 'git status'" });
    }
    const policy = await policyOf(session, command);
    if (values.json) printJson(policy);
    else print(...show(policy));
    return policy.allowed ? 0 : 5;
  } finally {
    await session.close();
  }
}

function show({ allowed, effects, reasons }: Policy): Text[] {
  const verdict = allowed ? green("allowed") : red("refused");
  return [text`${verdict}: ${effects.join(", ")}`, ...reasons.map((reason) => `  ${reason}`)];
}
