import { mayBeBrief } from "../runtime/run/brief.ts";
import type { Call } from "./call.ts";
import { piped, stdinKind } from "./stdin.ts";

/** Options that change nothing of how a question is understood, or are read when it is. */
const plain = new Set(["dir", "json", "quiet", "yes", "no-cache", "profile", "model", "only", "budget-ms", "as"]);

/**
 * What `ergo ask` did in a process that nobody supervises: all of it, with its exit code, or what is left for one that is supervised:
 * the rest of a run as a command (by default the same one), with what stdin held, where that was read.
 */
export type Brief = { code: number } | { command?: string[]; stdin?: string };

/** Answers a brief question in this process: to start another would take longer than the answer. */
export async function brief(call: Call): Promise<Brief> {
  const { values, words } = call;
  const [question, ...more] = words;
  const isPlain = Object.keys(values).every((name) => plain.has(name));
  const kind = stdinKind();
  if (question === undefined || more.length > 0 || !isPlain || kind === "file") return {};
  const now = Date.now();
  if (!mayBeBrief(question)) return {};
  const stdin = kind === "pipe" ? ((await piped()) ?? "") : undefined;
  const left = stdin === undefined ? {} : { stdin };
  if (stdin) return left;
  const { answerAlone } = await import("./alone.ts");
  return (await answerAlone(call, question, now)) ?? left;
}
