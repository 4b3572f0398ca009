import { endWithParent } from "../../system/orphan.ts";
import { ParseError } from "../store/failure.ts";
import { type Parsed, parse, type Source } from "./parse.ts";

/** What the process is asked: to begin with a file, or to go on with it. */
export type Request = { source: Source } | { next: true };
/**
 * What was parsed, null for an empty file, and whether there is `more` to be asked for. A `Parsed` is sent as JSON: many
 * small objects are read from it three times as fast as from the form that processes exchange objects in.
 */
export type Reply = { parsed: string | null; more: boolean } | { failed: { code: string; message: string } };

let steps: AsyncGenerator<Parsed> | undefined;
/** Parsed already, to know whether there is more. */
let next: Promise<IteratorResult<Parsed>> | undefined;

process.on("message", async (request: Request) => {
  if ("source" in request) {
    steps = parse(request.source);
    next = steps.next();
  }
  process.send?.(await step());
});
// Who asked is gone, or closed its end.
endWithParent();
process.on("disconnect", () => process.exit());

async function step(): Promise<Reply> {
  try {
    const { done, value } = await next!;
    if (done) return { parsed: null, more: false };
    next = steps!.next();
    // What goes wrong there is told when it is asked for.
    const more = await next.then(
      (result) => !result.done,
      () => true,
    );
    return { parsed: JSON.stringify(value), more };
  } catch (thrown) {
    if (thrown instanceof ParseError) return { failed: { code: thrown.code, message: thrown.message } };
    const detail = thrown instanceof Error ? thrown.message : String(thrown);
    return { failed: { code: "damaged", message: `it can't be read: ${detail.slice(0, 200)}` } };
  }
}
