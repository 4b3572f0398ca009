import type { Draft } from "../core/answer.ts";
import type { Observe } from "../core/observation.ts";
import type { Means } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { isHeldUp } from "../proof/attribute.ts";
import { createBoard } from "../proof/board.ts";
import { decide } from "../proof/decide.ts";
import { parseClaim } from "../proof/grammar.ts";
import { observing } from "./effects.ts";

/**
 * An answer that was given to the same question before, once all that it rests on was looked at again: every source is as
 * it was, and CHECK gives every claim again, over what is seen now. Null where none is kept, or where something has changed.
 */
export async function recalling(ctx: Context, ports: Means, question: string): Promise<Draft | null> {
  const { recall } = ports;
  if (recall === undefined) return null;
  const recalled = await ctx.do({
    type: "cache",
    effect: "read",
    request: { question },
    run: (signal) => recall(question, signal),
  });
  if (recalled === null) return null;
  const { draft, from } = recalled;
  const observe = observing(ctx, ports);
  const holds = (await areSame(draft, observe)) && (await isProven(draft, question, observe, ctx));
  return holds ? { ...draft, fromCache: from } : null;
}

async function areSame({ evidence }: Draft, observe: Observe): Promise<boolean> {
  const hashes = new Map(evidence.map(({ path = "", source }) => [path, source?.hash]));
  const seen = await observe([...hashes.keys()].map((path) => ({ see: "file", path })));
  return seen.every(({ query, seen: now }) => {
    const then = query.see === "file" ? hashes.get(query.path) : undefined;
    return then !== undefined && now.ok && "hash" in now && now.hash === then;
  });
}

async function isProven(
  { claims, evidence }: Draft,
  question: string,
  observe: Observe,
  ctx: Context,
): Promise<boolean> {
  const board = createBoard();
  for (const { text, formal, evidence: ids } of claims) {
    if (formal === undefined) {
      if (
        !isHeldUp(
          text,
          question,
          evidence.filter(({ id }) => ids.includes(id)),
        ).ok
      )
        return false;
      continue;
    }
    const { verdict } = await decide(parseClaim(formal), board, observe, ctx.signal);
    ctx.note("claim.checked", { claim: formal, verdict });
    if (verdict !== "provable") return false;
  }
  return true;
}
