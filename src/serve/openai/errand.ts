import { readFileSync } from "node:fs";

/** What chat clients ask for themselves: a title, tags, a search query. It is answered by rules, and no run is begun for it. */

type Errand = {
  id: string;
  says: string[];
  key: string | null;
  gives: "title" | "question" | "last" | "none" | "nothing";
};

type Known = { errands: readonly Errand[]; merges: readonly { from: string; to: string }[] };

let known: Known | undefined;

function knownCalls(): Known {
  known ??= JSON.parse(readFileSync(new URL("../../../data/clients/errands.json", import.meta.url), "utf8")) as Known;
  return known;
}

/** The reply to a client's own call; null where it is none, but a question of a person. */
export function errandReply(message: string): string | null {
  // What the conversation is about says nothing of what the client wants with it.
  const text = message.replace(/(?<=<chat_history>).*(?=<\/chat_history>)/s, "").toLowerCase();
  const errand = knownCalls().errands.find(({ says }) => says.every((part) => text.includes(part)));
  if (errand === undefined) return null;
  const given = reply(errand, asked(message));
  return errand.key === null ? String(given) : JSON.stringify({ [errand.key]: given });
}

/**
 * The question of a person in a message. Where a client wants answers of several models merged, it is the question that they answer: it is
 * answered from evidence, which those answers are none of.
 */
export function questionIn(message: string): string {
  for (const { from, to } of knownCalls().merges) {
    const begins = message.indexOf(from) + from.length;
    const ends = message.indexOf(to, begins);
    if (begins >= from.length && ends > begins) return message.slice(begins, ends);
  }
  return message;
}

function reply({ gives }: Errand, said: string[]): string | string[] {
  if (gives === "title") return titleOf(said[0] ?? "");
  if (gives === "question") return said.slice(-1);
  if (gives === "last") return said.at(-1) ?? "";
  return gives === "none" ? [] : "";
}

/** What the user says in a conversation that is told as text. */
function asked(message: string): string[] {
  const history = /<chat_history>(.*)<\/chat_history>/s.exec(message)?.[1] ?? message.split(/^conversation:/im).at(-1)!;
  const turns: { who: string; said: string }[] = [];
  for (const line of history.split("\n")) {
    const [, marked, plain, said] =
      /^\s*(?:\|\|>(user|response|title)|(user|human|assistant|ai)): ?(.*)$/i.exec(line) ?? [];
    const who = marked ?? plain;
    const last = turns.at(-1);
    if (who !== undefined) turns.push({ who: who.toLowerCase(), said: said! });
    else if (last) last.said += `\n${line}`;
  }
  return turns.flatMap(({ who, said }) => (/^(?:user|human)$/.test(who) && said.trim() !== "" ? [bare(said)] : []));
}

/** Without the quotation marks that a client puts around what was said. */
function bare(said: string): string {
  return said.trim().replace(/^"(.*)"$/s, "$1");
}

/** Words of a title. */
const most = 6;

function titleOf(question: string): string {
  const words = question.replace(/[?!.\s]+$/, "").split(/\s+/);
  return words.length > most ? `${words.slice(0, most).join(" ")}…` : words.join(" ");
}
