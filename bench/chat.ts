/**
 * How often a question that goes on from another is understood as it was meant, how often it is left open, and how often
 * it is taken for another: of these there should be none. No model. `node bench/chat.ts [--aside] [--show]`; `--aside`
 * asks the questions that were written after the rules were, and run once.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import type { Understood } from "../src/dialogue/follow.ts";
import { isSame } from "../src/dialogue/slots.ts";
import type { Knows } from "../src/dialogue/turn.ts";
import { type Chat, openChat } from "../src/runtime/chat/chat.ts";
import { readingOf } from "../src/runtime/chat/knows.ts";
import { median, save } from "./result.ts";

/** `means` is a question that stands by itself, "why" or "sure" for what the record answers, null for nothing before. */
type Case = { after: string[]; say: string; means: string | null; only?: string };
type Verdict = "right" | "open" | "wrong";

const { values } = parseArgs({ options: { aside: { type: "boolean" }, show: { type: "boolean" } } });
const read = (name: string) => JSON.parse(readFileSync(new URL(`chat/${name}.json`, import.meta.url), "utf8"));

process.env.ERGO_HOME = mkdtempSync(join(tmpdir(), "ergo-bench-"));
process.env.ERGO_MODEL = "none";
const dir = mkdtempSync(join(tmpdir(), "ergo-bench-"));
for (const [path, text] of Object.entries(read("folder") as Record<string, string>)) {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

const rows: { verdict: Verdict; stands: boolean; ms: number }[] = [];
for (const { after, say, means, only } of read(values.aside ? "aside" : "follow") as Case[]) {
  const chat = await openChat({ dir });
  for (const question of after) await turn(chat, question);
  const began = performance.now();
  const understood = await chat.understand(say);
  const ms = performance.now() - began;
  const verdict = judge(understood, means, only, readingOf);
  rows.push({ verdict, stands: means === null, ms });
  if (values.show && verdict !== "right") console.error(`${verdict}: ${after.at(-1)} | ${say} | ${tell(understood)}`);
  await chat.close();
}
rmSync(dir, { recursive: true });
rmSync(process.env.ERGO_HOME, { recursive: true });

const of = (stands: boolean) => {
  const some = rows.filter((row) => row.stands === stands);
  const count = (wanted: Verdict) => some.filter(({ verdict }) => verdict === wanted).length;
  return { n: some.length, right: count("right"), open: count("open"), wrong: count("wrong") };
};
const times = rows.map(({ ms }) => ms);
const ms = { median: median(times), most: Math.round(Math.max(...times)) };
save(values.aside ? "chat-aside" : "chat", { followUps: of(false), standing: of(true), ms });

async function turn(chat: Chat, question: string): Promise<void> {
  const understood = await chat.understand(question);
  const whole = understood.is === "completed" ? understood : null;
  await chat.ask(question, whole, {});
}

/** Two questions mean the same when a recipe reads both alike; where none reads them, when their words are the same. */
function judge(understood: Understood, means: string | null, only: string | undefined, reads: Knows["read"]): Verdict {
  if (means === null) return understood.is === "completed" || understood.is === "asked back" ? "wrong" : "right";
  if (understood.is === "same" || understood.is === "unsure") return "open";
  if (understood.is === "asked back") return understood.about === means ? "right" : "wrong";
  const [one, other] = [reads(understood.question), reads(means)];
  const alike = one && other ? isSame(one, other) : plain(understood.question) === plain(means);
  return alike && understood.only === only ? "right" : "wrong";
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function tell(understood: Understood): string {
  if (understood.is === "completed") return `${understood.question}${understood.only ? ` (${understood.only})` : ""}`;
  return understood.is === "unsure"
    ? `unsure: ${understood.choices.map(({ question }) => question).join(" / ")}`
    : understood.is;
}
