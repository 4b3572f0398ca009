import type { Before } from "../../runtime/chat/after.ts";
import { invalid } from "../failure.ts";
import { questionIn } from "./errand.ts";
import { unsupported } from "./refusal.ts";

/** What a conversation asks: its last question, and what came before it. `unused` is what counts for nothing. */
export type Conversation = { question: string; after: Before[]; system: string; unused: string[] };

type Message = { role: string; content: string };

/** The last line of an answer names its run: so a conversation that comes back as text is known again. */
export function signature(run: string): string {
  return `ergo verify ${run}`;
}

const signed = /ergo verify (\d{8}-\d{6}-[0-9a-f]{6})/g;

/**
 * Reads a list of messages. An answer counts by the run that it names, where `isTurn` knows that; of any other only the question before
 * it does, which says what a later one goes back to. Throws REQUEST_INVALID and REQUEST_UNSUPPORTED.
 */
export function conversationOf(given: unknown, isTurn: (run: string) => boolean, param = "messages"): Conversation {
  if (!Array.isArray(given) || given.length === 0) throw invalid(`${param}: a list of messages is expected`);
  const messages = given.map((each, at) => messageOf(each, `${param}[${at}]`));
  const last = messages.at(-1)!;
  if (last.role !== "user") throw invalid(`${param}: the last message must be the user's`);
  if (last.content.trim() === "") throw invalid(`${param}: the last message is empty`);
  const { before, hearsay } = earlier(messages.slice(0, -1), isTurn);
  const instructions = messages.filter(({ role }) => role === "system" || role === "developer");
  return {
    question: last.content,
    after: before,
    system: instructions.map(({ content }) => content).join("\n"),
    unused: [
      ...(instructions.length > 0 ? [`${param} of the role ${instructions[0]!.role}`] : []),
      ...(hearsay ? [`${param} of the role assistant that name no run of this folder`] : []),
    ],
  };
}

/** The questions before the last, with the runs that answered them; `hearsay` where an answer is none of a run. */
function earlier(messages: readonly Message[], isTurn: (run: string) => boolean) {
  const before: Before[] = [];
  let hearsay = false;
  for (const { role, content } of messages) {
    if (role === "user" && content.trim() !== "") before.push({ said: questionIn(content) });
    if (role !== "assistant") continue;
    const run = [...content.matchAll(signed)].at(-1)?.[1];
    if (run === undefined || !isTurn(run)) {
      hearsay ||= content.trim() !== "";
      continue;
    }
    // It answers the question before it, where that is told.
    const { said } = before.at(-1)?.run === undefined ? (before.pop() ?? {}) : {};
    before.push({ run, ...(said === undefined ? {} : { said }) });
  }
  return { before, hearsay };
}

const roles = ["system", "developer", "user", "assistant"];

function messageOf(given: unknown, where: string): Message {
  const { role = "", content = "" } = (given ?? {}) as Partial<Record<string, unknown>>;
  if (role === "tool" || role === "function") {
    throw unsupported(where, "what a client's own tool gave", "ask without tools: Ergo looks at the folder itself");
  }
  if (typeof role !== "string" || !roles.includes(role)) throw invalid(`${where}.role: one of ${roles.join(", ")}`);
  return { role, content: textOf(content, where) };
}

/** A content is a text, or a list of parts of which all are texts. */
function textOf(content: unknown, where: string): string {
  if (content === null) return "";
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) throw invalid(`${where}.content: a text, or a list of texts`);
  return content.map((part) => partOf(part, where)).join("");
}

function partOf(part: unknown, where: string): string {
  const { type = "", text } = (part ?? {}) as Partial<Record<string, unknown>>;
  if (/^(?:(?:input_|output_)?text|refusal)$/.test(String(type)) && typeof text === "string") return text;
  throw unsupported(`${where}.content`, `a part of the type ${String(type) || "(none)"}`, "ask in text alone");
}

/** What Ergo has no use for, and what it can't do; a client is told of either. Throws REQUEST_UNSUPPORTED. */
export function requireSupported(body: Record<string, unknown>, formatAt = "response_format"): string[] {
  const { tools, functions, tool_choice: choice, n, logprobs, response_format: format, modalities, audio } = body;
  if (!["boolean", "undefined"].includes(typeof (body.stream ?? undefined))) throw invalid("stream: true or false");
  const own = [tools, functions].some((list) => Array.isArray(list) && list.length > 0);
  if (own && choice !== "none") {
    throw unsupported("tools", "calling a client's own tools", "ask without tools: Ergo looks at the folder itself");
  }
  if (typeof n === "number" && n > 1) throw unsupported("n", "more than one answer", "ask once more for another");
  if (logprobs)
    throw unsupported("logprobs", "giving log probabilities", "leave it out: answers carry evidence instead");
  const kind = (format as { type?: unknown } | undefined)?.type ?? "text";
  if (kind !== "text") {
    throw unsupported(formatAt, `an answer as ${String(kind)}`, "`POST /api/ask` gives answers as JSON");
  }
  if (audio || (Array.isArray(modalities) && modalities.some((each) => each !== "text"))) {
    throw unsupported("modalities", "anything but text", "ask for text");
  }
  return Object.keys(body).filter((key) => !taken.has(key) && body[key] !== null && body[key] !== undefined);
}

/** What decides something here, be it that it is refused; all else, sampling above all, counts for nothing: answers rest on evidence. */
const taken = new Set([
  ...["model", "messages", "input", "previous_response_id", "conversation", "background", "stream", "stream_options"],
  ...[
    "tools",
    "functions",
    "tool_choice",
    "function_call",
    "n",
    "logprobs",
    "response_format",
    "text",
    "modalities",
    "audio",
  ],
]);
