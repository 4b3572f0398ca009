import type { Answer } from "../../core/answer.ts";
import { ErgoError } from "../../core/error.ts";
import { beginAsking } from "../../host/asking.ts";
import type { Host } from "../../host/host.ts";
import type { Live } from "../../host/live.ts";
import type { Conversation } from "./conversation.ts";
import { errandReply, questionIn } from "./errand.ts";
import type { Strategy } from "./strategy.ts";

/** A request of OpenAI's interface; `page` is the address of Ergo's own. */
export type Asked = { host: Host; body: Record<string, unknown>; signal: AbortSignal; page: string };

/** What answers a conversation: a run, or a text at once where a client asked for itself. */
export type Replying = { live: Live } | { text: string };

export function replying(host: Host, { question, after, system }: Conversation, { engine }: Strategy): Replying {
  const text = errandReply(question) ?? errandReply(`${system}\n${question}`);
  if (text !== null) return { text };
  const asked = { question: questionIn(question), ...(engine ? { engine } : {}) };
  return { live: beginAsking(host, { ...asked, ...(after.length > 0 ? { after } : {}) }) };
}

/** The answer of a run, which is called off when its client goes. An answer that is an error is thrown. */
export async function answerOf(live: Live, signal: AbortSignal): Promise<Answer> {
  const leave = () => live.stop();
  signal.addEventListener("abort", leave, { once: true });
  try {
    return shownOr(await live.result);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

export function shownOr(answer: Answer): Answer {
  if (answer.status !== "error") return answer;
  throw new ErgoError("INTERNAL", { detail: answer.error?.message ?? "the run failed" });
}

export const noUsage = { calls: 0, tokensIn: 0, tokensOut: 0 };
