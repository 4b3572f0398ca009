import { ErgoError, reason } from "../../core/error.ts";
import { isLocal } from "../../model/provider/local.ts";
import type { Folder } from "../session/folder.ts";
import type { Config } from "../settings/settings.ts";
import { readRun } from "./runs.ts";
import { spansOf } from "./spans.ts";

/** Milliseconds that an answer waits for what takes its spans. */
const patience = 3000;

/**
 * Sends a finished run as spans to the address of the user's configuration; does nothing where there is none. No redirect is followed.
 * Throws OTLP_FAILED, also for an address beyond this machine while `local_only` is in force.
 */
export async function sendSpans(
  folder: Folder,
  run: string,
  config: Pick<Config, "otel" | "local_only">,
): Promise<void> {
  const { endpoint, texts } = config.otel;
  if (endpoint === "") return;
  try {
    if (config.local_only && !isLocal(endpoint)) throw new Error("it is not this machine, and local_only is true");
    const response = await fetch(endpoint, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(spansOf(readRun(folder, run), { texts })),
      redirect: "error",
      signal: AbortSignal.timeout(patience),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`it answered ${response.status}`);
  } catch (thrown) {
    const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
    throw new ErgoError("OTLP_FAILED", { endpoint, detail: reason(cause) }, { cause: thrown });
  }
}
