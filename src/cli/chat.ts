import { createInterface } from "node:readline";
import { type Answer, exitOf } from "../core/answer.ts";
import { ErgoError } from "../core/error.ts";
import { type Chat, openChat } from "../runtime/chat/chat.ts";
import { options } from "./ask.ts";
import type { Call } from "./call.ts";
import { type Desk, isExit, isSlash, runSlash, slashNames } from "./chat/slash.ts";
import { answerTo } from "./chat/talk.ts";
import { openTerminal } from "./chat/terminal.ts";
import { interruptible } from "./interrupt.ts";
import { fail, note, print } from "./print.ts";
import { progress } from "./progress.ts";
import { within } from "./supervised.ts";

/** Talks to a person at a terminal; where stdin is none, answers each of its lines. */
export async function run({ values, words }: Call): Promise<number> {
  if (words.length > 0) throw new ErgoError("USAGE", { detail: "ergo chat takes its questions one after the other" });
  const attended = Boolean(process.stdin.isTTY && process.stderr.isTTY);
  const dir = values.dir as string | undefined;
  const chat = await openChat({ ...options(values, dir), attended, again: Boolean(values.continue) });
  try {
    return await (attended ? talk(chat, values) : pipe(chat, values));
  } finally {
    await chat.close();
  }
}

async function talk(chat: Chat, values: Call["values"]): Promise<number> {
  const past = chat.turns.map(({ said }) => said);
  const terminal = openTerminal(past, (line) =>
    isSlash(line) ? slashNames.filter((name) => name.startsWith(line)) : [],
  );
  const { reply, during } = terminal;
  const desk = sit(chat, { reply, during, json: Boolean(values.json), watch: progress(values) });
  const { folder, config } = chat.session;
  note(`ergo chat about ${folder.root} (${config.profile}); /help shows what can be said`);
  if (past.length > 0)
    note(`goes on with ${past.length === 1 ? "1 question" : `${past.length} questions`}: ${past.at(-1)}`);
  try {
    for (let line = await terminal.line(prompt); line !== null && !isExit(line); line = await terminal.line(prompt)) {
      await take(desk, line);
    }
  } finally {
    terminal.close();
  }
  return 0;
}

const prompt = "ergo> ";

/** One question a line. Gives 0 when every line was processed, 130 when an answer was interrupted. */
async function pipe(chat: Chat, values: Call["values"]): Promise<number> {
  const desk = sit(chat, { reply: null, during: interruptible, json: Boolean(values.json), watch: progress(values) });
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (isExit(line)) break;
    const answer = await take(desk, line);
    if (answer?.stop === "user_abort") return exitOf(answer.stop);
  }
  return 0;
}

function sit(chat: Chat, talk: Desk["talk"]): Desk {
  const { ms } = chat.session.config.budget;
  const during: Desk["talk"]["during"] = (work) => within(ms, () => talk.during(work));
  return { chat, talk: { ...talk, during }, last: null, widest: chat.session.config.profile };
}

/** Takes a line: a command, or a question. What goes wrong with it is said, and the next one may come. */
async function take(desk: Desk, line: string): Promise<Answer | null> {
  const text = line.trim();
  if (text === "") return null;
  try {
    if (isSlash(text)) return await say(desk, text);
    const { chat, talk } = desk;
    const understood = await chat.understand(text);
    if (understood.is === "asked back" && !talk.json) {
      const look = understood.about === "why" ? "/why" : "/verify";
      note(`understood as: ${look}`);
      return await say(desk, look);
    }
    const answer = await answerTo(chat, text, understood, talk);
    desk.last = answer ?? desk.last;
    return answer;
  } catch (thrown) {
    fail(thrown);
    return null;
  }
}

async function say(desk: Desk, text: string): Promise<null> {
  const said = await runSlash(desk, text);
  (desk.talk.json ? note : print)(...said);
  return null;
}
