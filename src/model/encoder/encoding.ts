import { reason } from "../../core/error.ts";
import { endWithParent } from "../../system/orphan.ts";
import { type Computed, type Load, loadNetwork, type Network } from "./onnx.ts";

/** A text, or a query with a passage. */
export type Input = [text: string, passage?: string];

/** What the program of this file is sent: first what to load, then inputs, each message answered by one. */
export type Request = { load: Load } | { inputs: Input[] };
export type Reply = { ok: true; outputs: Computed[] } | { ok: false; detail: string };

/**
 * The program of a process that computes for another: so that the other's thread stays free, a crash of native code
 * ends this process alone, and memory goes back when it is closed. It ends when the other does.
 */
let network: Network | undefined;

async function serve(request: Request): Promise<Reply> {
  if ("load" in request) {
    network = await loadNetwork(request.load);
    return { ok: true, outputs: [] };
  }
  const outputs: Computed[] = [];
  for (const input of request.inputs) outputs.push(await network!.compute(...input));
  return { ok: true, outputs };
}

process.on("message", (request: Request) => {
  serve(request)
    .catch((error): Reply => ({ ok: false, detail: reason(error) }))
    .then((reply) => process.send?.(reply));
});
endWithParent();
process.on("disconnect", () => process.exit());
// An interrupt from the keyboard reaches this process too; what to do about it is for the other to say.
process.on("SIGINT", () => undefined);
