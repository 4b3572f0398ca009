import { ErgoError } from "../core/error.ts";
import { type Reply, resume } from "../runtime/run/resume.ts";
import { openRun, report, target } from "./again.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";
import { within } from "./supervised.ts";

export async function run(call: Call): Promise<number> {
  const name = target(call, "ergo resume RUN");
  const reply = replyOf(call.values);
  const { session, watch } = await openRun(call, name);
  try {
    const answer = await interruptible((signal) =>
      within(session.config.budget.ms, () => resume(session, name, { reply, signal, watch })),
    );
    return report(answer, session, call);
  } finally {
    await session.close();
  }
}

function replyOf({ answer, approve, deny }: Call["values"]): Reply | undefined {
  const given = [answer !== undefined, Boolean(approve), Boolean(deny)].filter(Boolean);
  if (given.length > 1) throw new ErgoError("USAGE", { detail: "one of --answer, --approve and --deny" });
  if (answer !== undefined) return String(answer);
  return approve ? true : deny ? false : undefined;
}
