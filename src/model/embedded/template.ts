import { createRequire } from "node:module";
import { join } from "node:path";
import type { Message } from "../../core/model.ts";
import type { LlamaModel, Token } from "./llama.ts";

/** Writes messages as the tokens that a model was trained to answer; `think` lets it think first where it can be told. */
export type Template = (messages: Message[], think: boolean) => Token[];

type Jinja = { Template: new (source: string) => { render(values: object): string } };

/**
 * The chat template that stands in a model's own file, or undefined where it has none. Contents are put in after the
 * template has been rendered, and read as plain text: no message can pose as another's beginning.
 */
export function openTemplate(runtime: string, weights: LlamaModel): Template | undefined {
  const source = weights.fileInfo.metadata.tokenizer?.chat_template;
  if (!source) return undefined;
  const { Template } = createRequire(join(runtime, "package.json"))("@huggingface/jinja") as Jinja;
  const template = new Template(source);
  const { bosString, eosString } = weights.tokens;
  const render = (messages: Message[], think: boolean) =>
    template.render({
      messages: messages.map(({ role }, i) => ({ role, content: mark(i) })),
      add_generation_prompt: true,
      enable_thinking: think,
      bos_token: bosString ?? "",
      eos_token: eosString ?? "",
      tools: null,
    });
  return (messages, think) => {
    const { shown, text } = rendered(messages, (each) => render(each, think));
    return assemble(weights, text, shown);
  };
}

/** Some templates refuse a system message, or leave it out: then it stands at the beginning of the user's first. */
function rendered(messages: Message[], render: (messages: Message[]) => string) {
  for (const shown of [messages, withoutSystem(messages)]) {
    const text = attempt(() => render(shown));
    if (text !== undefined && shown.every((_, i) => text.split(mark(i)).length === 2)) return { shown, text };
  }
  throw new Error("its chat template does not take these messages");
}

function withoutSystem(messages: Message[]): Message[] {
  const rules = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const [first, ...rest] = messages.filter(({ role }) => role !== "system");
  return first ? [{ ...first, content: [...rules, first.content].join("\n\n") }, ...rest] : messages;
}

/** The marks of the template are read as special tokens, contents as plain text. */
function assemble(weights: LlamaModel, text: string, messages: Message[]): Token[] {
  const tokens: Token[] = [];
  for (const part of text.split(/(\uE000\d+\uE001)/)) {
    const place = /^\uE000(\d+)\uE001$/.exec(part)?.[1];
    const content = place === undefined ? part : messages[Number(place)]!.content;
    tokens.push(...weights.tokenize(content, place === undefined, "trimLeadingSpace"));
  }
  return tokens;
}

/** Stands for the content of message `i` while the template is rendered. */
function mark(i: number): string {
  return `\uE000${i}\uE001`;
}

function attempt(work: () => string): string | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
