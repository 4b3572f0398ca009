import type { Answer } from "../../core/answer.ts";
import { isTurn } from "../../host/asking.ts";
import { telling } from "../../runtime/record/telling.ts";
import { failureOf } from "../failure.ts";
import { textStream } from "../stream.ts";
import { type Cited, cited } from "./cite.ts";
import { conversationOf, requireSupported } from "./conversation.ts";
import { type Asked, answerOf, noUsage, type Replying, replying, shownOr } from "./door.ts";
import { strategyOf } from "./strategy.ts";

/** `POST /v1/chat/completions`. What has no use here is named in the answer's `ergo.unused`. */
export async function chatCompletion({ host, body, signal, page }: Asked): Promise<Response> {
  const unused = requireSupported(body);
  const strategy = strategyOf(body.model);
  const conversation = conversationOf(body.messages, (run) => isTurn(host, run));
  const replied = replying(host, conversation, strategy);
  const head = { id: `chatcmpl-${crypto.randomUUID()}`, created: Math.floor(Date.now() / 1000), model: strategy.id };
  const about = { head, page, unused: [...unused, ...conversation.unused] };
  if (body.stream === true) {
    const counted = (body.stream_options as { include_usage?: unknown } | undefined)?.include_usage === true;
    return textStream("text/event-stream", (gone) => streamed(chunks(replied, { ...about, counted }, gone)));
  }
  if ("text" in replied) return Response.json(completion(about, plainly(replied.text)));
  return Response.json(completion(about, told(await answerOf(replied.live, signal), page)));
}

type About = { head: { id: string; created: number; model: string }; page: string; unused: string[] };

/** An answer as a client gets it. */
type Told = Cited & { finish: "stop" | "length"; usage: object; ergo: object };

function plainly(text: string): Told {
  return { text, citations: [], finish: "stop", usage: usageOf({ usage: noUsage }), ergo: {} };
}

function told(answer: Answer, page: string): Told {
  const { run, status, stop, head } = answer;
  const finish = stop === "budget" ? "length" : "stop";
  return { ...cited(answer, page), finish, usage: usageOf(answer), ergo: { run, status, stop, head } };
}

function completion({ head, unused }: About, { text, citations, finish, usage, ergo }: Told): object {
  const message = { role: "assistant", content: text, refusal: null, annotations: annotationsOf(citations) };
  return {
    ...head,
    object: "chat.completion",
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
    usage,
    ergo: { ...ergo, unused },
  };
}

function annotationsOf(citations: Cited["citations"]): object[] {
  return citations.map(({ start, end, title, url }) => ({
    type: "url_citation",
    url_citation: { start_index: start, end_index: end, title, url },
  }));
}

function usageOf({ usage: { tokensIn, tokensOut } }: { usage: typeof noUsage }): object {
  return { prompt_tokens: tokensIn, completion_tokens: tokensOut, total_tokens: tokensIn + tokensOut };
}

async function* streamed(parts: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const part of parts) yield `data: ${JSON.stringify(part)}\n\n`;
  yield "data: [DONE]\n\n";
}

/** The parts of an answer as they come: what the run does as reasoning, then the answer once it stands. */
async function* chunks(
  replied: Replying,
  about: About & { counted: boolean },
  gone: AbortSignal,
): AsyncGenerator<object> {
  const { head, unused, counted, page } = about;
  const object = "chat.completion.chunk";
  const part = (delta: object, finish: string | null = null) => ({
    ...head,
    object,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  });
  yield part({ role: "assistant", content: "" });
  try {
    if ("live" in replied) {
      const tell = telling();
      for await (const event of replied.live.follow(-1, gone)) {
        const said = tell(event);
        if (said !== null) yield part({ reasoning_content: `${said}\n` });
      }
    }
    if (gone.aborted) return;
    const given = "text" in replied ? plainly(replied.text) : told(shownOr(await replied.live.result), page);
    yield part({ content: given.text });
    yield part({ annotations: annotationsOf(given.citations) });
    yield { ...part({}, given.finish), ergo: { ...given.ergo, unused } };
    if (counted) yield { ...head, object, choices: [], usage: given.usage };
  } catch (thrown) {
    const { error } = failureOf(thrown);
    yield {
      error: { message: `${error.message}; ${error.remedy}`, type: "server_error", param: null, code: error.code },
    };
  }
}
