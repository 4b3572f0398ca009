import { closest } from "fastest-levenshtein";
import type { Answer } from "../../core/answer.ts";
import { ErgoError } from "../../core/error.ts";
import type { Chat } from "../../runtime/chat/chat.ts";
import { rememberedOf } from "../../runtime/chat/memory.ts";
import { tellRun } from "../../runtime/record/runs.ts";
import { verify } from "../../runtime/record/verify.ts";
import { whyOf } from "../../runtime/record/why.ts";
import { profiles } from "../../runtime/settings/settings.ts";
import { showEvidence, showRoute } from "../show.ts";
import { apart, folded, quote, shortened, type Text, table, text } from "../text.ts";
import { showVerified } from "../verify.ts";
import { goOn, type Talk } from "./talk.ts";

/** What a slash command works on. `last` is the last answer of this sitting, `widest` the profile that it began with. */
export type Desk = { chat: Chat; talk: Talk; last: Answer | null; widest: string };

type Slash = { usage: string; summary: string; run(desk: Desk, rest: string): Promise<Text[]> | Text[] };

const slashes: Record<string, Slash> = {
  help: { usage: "/help", summary: "show this", run: () => helpText() },
  evidence: {
    usage: "/evidence",
    summary: "what the last answer rests on",
    run: ({ chat, last }) => evidence(chat, last),
  },
  why: {
    usage: "/why [RUN]",
    summary: "how the last answer came about: its route, and how its claims follow",
    run: ({ chat }, run) => why(chat, runOf(chat, run)),
  },
  verify: {
    usage: "/verify [RUN]",
    summary: "check the last answer's record and claims again",
    run: async ({ chat }, run) => showVerified(await verify(chat.session, runOf(chat, run))),
  },
  trace: {
    usage: "/trace [RUN]",
    summary: "what the last run did",
    run: ({ chat }, run) => tellRun(chat.session.folder, runOf(chat, run)),
  },
  runs: { usage: "/runs", summary: "the questions of this chat", run: ({ chat }) => runs(chat) },
  resume: {
    usage: "/resume [RUN]",
    summary: "go on with a run that was cancelled or waits for an answer",
    run: (desk, run) => again(desk, run),
  },
  memory: {
    usage: "/memory",
    summary: "what this chat goes back to: open questions, files, decisions",
    run: ({ chat }) => memory(chat),
  },
  only: {
    usage: "/only [GLOB]",
    summary: "range over the files that match; without GLOB over all",
    async run({ chat }, glob) {
      await chat.change({ only: glob === "" ? undefined : glob });
      return [glob === "" ? "over all files" : `over the files that match ${glob}`];
    },
  },
  model: { usage: "/model [ROLE=NAME]", summary: "show or choose models", run: ({ chat }, name) => model(chat, name) },
  profile: {
    usage: "/profile [NAME]",
    summary: "show what may be done, or narrow it",
    run: ({ chat, widest }, name) => profile(chat, name, widest),
  },
  forget: {
    usage: "/forget",
    summary: "start anew: nothing said so far is gone back to; the runs stay",
    async run({ chat }) {
      await chat.forget();
      return ["started anew; `ergo forget PATH` removes what was recorded of a file's text"];
    },
  },
  exit: { usage: "/exit", summary: "leave; so do exit and Ctrl-D", run: () => [] },
};

/** The names of the commands, with their slashes. */
export const slashNames = Object.keys(slashes).map((name) => `/${name}`);

/** Whether a line is a command rather than a question: "/runs", and "/docs" too, but no path such as "/etc/hosts". */
export function isSlash(line: string): boolean {
  return /^\/[a-z]*(?:\s|$)/i.test(line);
}

export function isExit(line: string): boolean {
  return /^(?:\/(?:exit|quit|q)|exit|quit|bye)\s*$/i.test(line);
}

/** Does what a command says, and gives what is to be shown. Throws USAGE for an unknown one. */
export async function runSlash(desk: Desk, line: string): Promise<Text[]> {
  const [, name = "", rest = ""] = /^\/(\S*)\s*(.*)$/s.exec(line.trim()) ?? [];
  const slash = Object.hasOwn(slashes, name.toLowerCase()) ? slashes[name.toLowerCase()] : undefined;
  if (slash) return await slash.run(desk, rest.trim());
  const near = closest(`/${name}`, slashNames);
  throw new ErgoError("USAGE", { detail: `unknown command /${name}; did you mean ${near}?` });
}

function helpText(): Text[] {
  const rows = Object.values(slashes).map(({ usage, summary }) => [`  ${usage}`, summary]);
  return [...table(rows, "ours"), "", "Esc or Ctrl-C cancels an answer; Ctrl-C twice, Ctrl-D or /exit leaves."];
}

/** The run that is named, by default the last of the chat. */
function runOf({ turns }: Chat, named: string): string {
  const run = named || turns.at(-1)?.run;
  if (run === undefined) throw new ErgoError("USAGE", { detail: "nothing was asked yet" });
  return run;
}

function evidence({ session }: Chat, last: Answer | null): Text[] {
  if (last === null) throw new ErgoError("USAGE", { detail: "nothing was asked yet in this sitting" });
  if (last.evidence.length === 0) return ["it rests on no evidence"];
  return last.evidence.map((item) => showEvidence(item, session.folder.root));
}

function why({ session }: Chat, run: string): Text[] {
  const { route, claims } = whyOf(session.folder, run);
  const told = claims.map(({ text: said, verdict, because, derivation }) => {
    const steps = derivation
      .slice(0, most)
      .map(({ id, rule, uses, gives }) => `    ${id} ${rule} (${uses.join(", ")}): ${gives}`);
    const more = derivation.length - steps.length;
    return [
      text`  ${verdict}  ${folded(said)}`,
      ...because.slice(0, reasons).map((reason) => `    because ${reason}`),
      ...steps,
      ...(more > 0 ? [`    and ${more} more steps`] : []),
    ];
  });
  return apart([...(route ? [showRoute(route)] : []), ...told]);
}

/** Steps and reasons of one claim that are shown. */
const [most, reasons] = [12, 5] as const;

function memory({ turns }: Chat): Text[] {
  if (turns.length === 0) return ["nothing was asked yet"];
  return rememberedOf(turns).flatMap(({ title, texts }) => [title, ...texts.flatMap((each) => quote(each))]);
}

function runs({ turns }: Chat): Text[] {
  if (turns.length === 0) return ["nothing was asked yet"];
  const rows = turns.map(({ run, status, question }) => [run, status ?? "", shortened(question, 80)]);
  return table(rows, "theirs");
}

async function again({ chat, talk }: Desk, named: string): Promise<Text[]> {
  const open = chat.turns.findLast(({ status }) => status === "cancelled" || status === "waiting" || status === null);
  const turn = named === "" ? open : chat.turns.find(({ run }) => run === named);
  if (turn === undefined) throw new ErgoError("USAGE", { detail: "no question of this chat was cancelled or waits" });
  await goOn(chat, turn, talk);
  return [];
}

async function model(chat: Chat, name: string): Promise<Text[]> {
  if (name !== "") await chat.change({ models: [...namesOf(chat), name] });
  return table(
    namesOf(chat).map((each) => each.split("=", 2)),
    "ours",
  );
}

function namesOf({ session }: Chat): string[] {
  const { planner, worker, verifier, tutor, embedder, reranker } = session.config.models;
  return Object.entries({ planner, worker, verifier, tutor, embedder, reranker }).map(
    ([role, each]) => `${role}=${each}`,
  );
}

/** What a chat was begun with is what the user allows; in its midst that only narrows. */
async function profile(chat: Chat, name: string, widest: string): Promise<Text[]> {
  if (name === "") return [chat.session.config.profile];
  const place = (each: string) => profiles.indexOf(each as (typeof profiles)[number]);
  if (place(name) > place(widest)) {
    throw new ErgoError("USAGE", {
      detail: `/profile ${name} would allow more than ${widest}; leave, and \`ergo chat -c --profile ${name}\``,
    });
  }
  await chat.change({ profile: name });
  return [chat.session.config.profile];
}
