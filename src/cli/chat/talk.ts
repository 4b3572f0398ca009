import type { Answer } from "../../core/answer.ts";
import type { Event } from "../../core/journal.ts";
import type { Chat } from "../../runtime/chat/chat.ts";
import type { Reply } from "../../runtime/run/resume.ts";
import { fail, note, print, printJson } from "../print.ts";
import { showAnswer } from "../show.ts";
import { quote } from "../text.ts";
import type { Terminal } from "./terminal.ts";

/** How a chat talks: to whom, and in which form. `reply` is null where nobody can be asked. */
export type Talk = {
  reply: Terminal["reply"] | null;
  during: Terminal["during"];
  json: boolean;
  watch: ((event: Event) => void) | undefined;
};

type Turn = Chat["turns"][number];
type Understood = Awaited<ReturnType<Chat["understand"]>>;
type Whole = Extract<Understood, { is: "unsure" }>["choices"][number];

/** Answers one line of the user; null where there is nothing to be asked after all. */
export async function answerTo(chat: Chat, text: string, understood: Understood, talk: Talk): Promise<Answer | null> {
  const whole = await wholeOf(understood, talk);
  if (whole === undefined) return null;
  const { watch } = talk;
  const answer = await talk.during((signal) => chat.ask(text, whole, { signal, watch }));
  if (whole === "open" && understood.is === "unsure" && answer.status !== "waiting") {
    const asItStands = `note: it is not clear what "${understood.word}" goes back to; asked as it stands`;
    if (answer.question === text) note(asItStands);
    // The run tells it while it goes on, where somebody watches.
    else if (watch === undefined) note(`understood as: ${answer.question}`);
  }
  return await shown(chat, answer, talk);
}

/** Goes on with a run of the chat. */
export async function goOn(chat: Chat, { run, status, stop, answer }: Open, talk: Talk): Promise<void> {
  const { reply, watch } = talk;
  if (status === "waiting" && reply !== null) {
    print(...quote(answer));
    await settle(chat, { run, stop, answer }, reply, talk);
  } else {
    await shown(chat, await talk.during((signal) => chat.resume(run, undefined, { signal, watch })), talk);
  }
}

type Open = Pick<Turn, "run" | "status" | "stop" | "answer">;

/** Shows an answer; where it asks something, puts that to the user and goes on with the reply. */
async function shown(chat: Chat, answer: Answer, talk: Talk): Promise<Answer> {
  show(chat, answer, talk);
  if (answer.status !== "waiting" || talk.reply === null) return answer;
  return (await settle(chat, answer, talk.reply, talk)) ?? answer;
}

async function settle(
  chat: Chat,
  asked: Pick<Open, "run" | "stop" | "answer">,
  ask: Terminal["reply"],
  talk: Talk,
): Promise<Answer | null> {
  const reply = await replyTo(asked, ask);
  if (reply === undefined) {
    note(`left open: /resume ${asked.run} takes it up again`);
    return null;
  }
  try {
    const { watch } = talk;
    const answer = await talk.during((signal) => chat.resume(asked.run, reply, { signal, watch }));
    return await shown(chat, answer, talk);
  } catch (thrown) {
    fail(thrown);
    return await settle(chat, asked, ask, talk);
  }
}

function show({ session }: Chat, answer: Answer, { json }: Talk): void {
  if (json) printJson(answer);
  else print(...showAnswer(answer, session.folder.root), "");
}

/** The question that is asked: null for the line as it stands, "open" where a model may complete it, undefined where the user wants none. */
async function wholeOf(understood: Understood, { reply }: Talk): Promise<Whole | "open" | null | undefined> {
  if (understood.is === "completed") {
    if (understood.acts && reply === null) {
      note(`note: asked as it stands; "${understood.question}" would change something, and nobody is there to agree`);
      return null;
    }
    note(`understood as: ${wording(understood)}`);
    if (!understood.acts || reply === null) return understood;
    return /^y(es)?$/i.test((await reply("is that what you want done? [y/N] ")) ?? "") ? understood : undefined;
  }
  if (understood.is !== "unsure") return null;
  const { word, choices } = understood;
  if (choices.length === 0) return "open";
  if (reply === null) {
    note(`note: it is not clear what "${word}" goes back to; asked as it stands`);
    return null;
  }
  note(`what does "${word}" go back to?`);
  for (const [i, choice] of choices.entries()) note(`  ${i + 1}  ${wording(choice)}`);
  const said = await reply(`1${choices.length > 1 ? `-${choices.length}` : ""}, or Enter to ask it as it stands: `);
  if (said === null) return undefined;
  return said.trim() === "" ? null : choices[Number(said) - 1];
}

function wording({ question, only }: Whole): string {
  return only === undefined ? question : `${question} (over ${only})`;
}

/** What the user replies to a run that waits; undefined for nothing. */
async function replyTo(
  { stop, answer }: Pick<Open, "stop" | "answer">,
  reply: Terminal["reply"],
): Promise<Reply | undefined> {
  if (stop === "approval") {
    const said = (await reply("do it? [y/n] "))?.trim().toLowerCase();
    return said === "y" || said === "yes" ? true : said === "n" || said === "no" ? false : undefined;
  }
  const [, ...list] = answer.split("\n");
  const said = (await reply(list.length > 1 ? `which? (1-${list.length} or its name) ` : "> "))?.trim();
  if (said === undefined || said === "") return undefined;
  return /^\d+$/.test(said) ? (list[Number(said) - 1] ?? said) : said;
}
