import { replay } from "../runtime/run/replay.ts";
import { openRun, report, target } from "./again.ts";
import type { Call } from "./call.ts";

export async function run(call: Call): Promise<number> {
  const name = target(call, "ergo replay RUN");
  const { session } = await openRun(call, name);
  try {
    return report(await replay(session, name), session, call);
  } finally {
    await session.close();
  }
}
