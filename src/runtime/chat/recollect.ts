import type { Answer } from "../../core/answer.ts";
import type { Json, Line } from "../../core/journal.ts";
import type { Decision, Turn } from "../../dialogue/turn.ts";
import { quotesOf } from "../record/quotes.ts";
import { readRun } from "../record/runs.ts";
import { answerIn } from "../record/verify.ts";
import { beginningIn } from "../run/begin.ts";
import type { Folder } from "../session/folder.ts";
import { readingIn, readingOf } from "./knows.ts";

/** A turn of a conversation as the record of its run tells it. Throws RUN_UNKNOWN and TRACE_READ. */
export function turnOf(folder: Folder, run: string): Turn {
  const lines = readRun(folder, run);
  const begun = beginningIn(lines);
  const answer = answerIn(lines);
  const asked = begun?.question ?? "";
  const question = answer?.question ?? asked;
  const reading =
    begun === undefined
      ? null
      : question === asked
        ? readingIn(begun.intent, begun.now)
        : readingOf(question, begun.now);
  const proven = reading !== null && answer !== undefined && answer.stop !== "no_plan" && answer.engine === "direct";
  return {
    run,
    said: begun?.said ?? asked,
    question,
    only: begun?.settings?.only ?? null,
    reading: proven ? reading : null,
    answer: answer?.answer ?? "",
    status: answer?.status ?? null,
    stop: answer?.stop ?? null,
    ...itemsOf(answer),
    size: proven ? sizeIn(answer) : null,
    paths: pathsOf(answer),
    ...(proven ? { quotes: [], gist: null } : quotesOf(answer)),
    decisions: decisionsIn(lines),
    edited: [...new Set(lines.flatMap(editedIn))],
  };
}

/** The files that the lines of an answer's list begin with: those that its claims name. */
function itemsOf(answer: Answer | undefined): Pick<Turn, "items" | "whole"> {
  const [, ...list] = answer?.answer.split("\n") ?? [];
  const claimed = (answer?.claims ?? []).map(({ formal = "" }) => formal).join("\n");
  const items = list.flatMap((line) => {
    const path = line.replace(/(?::\d+|: .*)$/, "");
    return claimed.includes(JSON.stringify(path)) ? [path] : [];
  });
  return { items: [...new Set(items)], whole: items.length === list.length };
}

/** The size of the set that the first claim begins with. */
function sizeIn({ claims: [first] }: Answer): number | null {
  const size = /^(?:files|where|with)\(.*?\) = (\d+)(?: and |$)/.exec(first?.formal ?? "")?.[1];
  return size === undefined ? null : Number(size);
}

/** Paths in what is claimed, then those of the evidence, as long as they are few. */
function pathsOf(answer: Answer | undefined): string[] {
  if (answer === undefined || answer.status === "not_found") return [];
  const cited = new Set(answer.claims.flatMap(({ evidence }) => evidence));
  const paths = answer.evidence.flatMap(({ id, path }) => (path !== undefined && cited.has(id) ? [path] : []));
  const named = paths.filter((path) => answer.answer.includes(path));
  return [...new Set(named.length > 0 ? named : paths)].slice(0, few);
}

const few = 20;

/** What a person was asked in the run, with what that one said. */
function decisionsIn(lines: Line[]): Decision[] {
  const asked = new Map<string, string>();
  return lines.flatMap(({ type, path, data }) => {
    const [noun = "", moment] = type.split(".");
    if (!/^(?:question|approval|doubt)$/.test(noun)) return [];
    if (moment === "start") asked.set(path, String(at(at(data, "request"), "text") ?? ""));
    const said = at(data, "result");
    if (moment !== "end" || said === undefined) return [];
    return [{ asked: asked.get(path) ?? "", said: said === true ? "yes" : said === false ? "no" : String(said) }];
  });
}

function editedIn({ type, data }: Line): string[] {
  const request = at(data, "request");
  const path = at(at(request, "patch"), "path");
  return type === "tool.start" && at(request, "tool") === "edit" && typeof path === "string" ? [path] : [];
}

function at(data: Json | undefined, key: string): Json | undefined {
  return typeof data === "object" && data !== null && !Array.isArray(data) ? data[key] : undefined;
}
