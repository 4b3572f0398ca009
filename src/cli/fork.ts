import { ErgoError } from "../core/error.ts";
import { fork } from "../runtime/run/fork.ts";
import { openRun, report, target } from "./again.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";
import { within } from "./supervised.ts";

export async function run(call: Call): Promise<number> {
  const name = target(call, "ergo fork RUN --at SEQ");
  const at = Number(call.values.at ?? Number.NaN);
  if (!Number.isSafeInteger(at) || at < 0) {
    throw new ErgoError("USAGE", { detail: "--at SEQ: the number of a line, as `ergo trace RUN --json` shows it" });
  }
  const { session, watch } = await openRun(call, name);
  try {
    const answer = await interruptible((signal) =>
      within(session.config.budget.ms, () => fork(session, name, at, { signal, watch })),
    );
    return report(answer, session, call);
  } finally {
    await session.close();
  }
}
