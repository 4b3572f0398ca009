import { ParseError } from "../store/failure.ts";
import { type Parsed, parse, type Source } from "./parse.ts";

/** What the process is asked: to begin with a file, or to go on with it. */
export type Request = { source: Source } | { next: true };
export type Reply = { parsed: Parsed } | { done: true } | { failed: { code: string; message: string } };

let steps: AsyncGenerator<Parsed> | undefined;

process.on("message", async (request: Request) => {
  if ("source" in request) steps = parse(request.source);
  process.send?.(await step());
});
// Who asked is gone.
process.on("disconnect", () => process.exit());

async function step(): Promise<Reply> {
  try {
    const { done, value } = await steps!.next();
    return done ? { done: true } : { parsed: value };
  } catch (thrown) {
    if (thrown instanceof ParseError) return { failed: { code: thrown.code, message: thrown.message } };
    const detail = thrown instanceof Error ? thrown.message : String(thrown);
    return { failed: { code: "damaged", message: `it can't be read: ${detail.slice(0, 200)}` } };
  }
}
