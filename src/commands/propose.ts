import { type Chunk, cover } from "./cover.ts";
import { menu } from "./data.ts";
import { fill } from "./fill.ts";
import type { Act, Effect, Phrase, Proposal, Slots, Token } from "./phrase.ts";
import { describe, findLine, isWhole, select } from "./selection.ts";
import { taker } from "./slots.ts";
import { tokenize } from "./tokens.ts";

/**
 * How many words of a request may be left unread. What changes or destroys files must be understood to the last word:
 * a wrong command is worse than none.
 */
const unread: Record<Effect, number> = { read: 1, write: 0, destroy: 0 };

/** What is known of the folder that the line will run in. */
export type Known = {
  /** The paths at which files or folders of this name lie, relative to the folder. */
  paths?: (name: string) => string[];
  /** The absolute path of the folder: paths below it are written relative to it. */
  root?: string;
};

/** The command that a request asks for, by rules alone; null where there is none that accounts for its words. */
export function propose(request: string, known: Known = {}): Proposal | null {
  const { words, rules, vocabulary, idle } = menu();
  const tokens = tokenize(request, vocabulary, words.joined);
  for (const { chunks, left } of cover(tokens, rules, taker(words, vocabulary), idle)) {
    const placed = chunks.map((chunk) => ({ ...chunk, slots: locate(chunk.slots, known) }));
    const proposal = compose(placed, left, tokens.length);
    if (proposal) return proposal;
  }
  return null;
}

/** The command of a reading; null where its parts do not fit together. */
function compose(chunks: Chunk[], left: Token[], length: number): Proposal | null {
  const act = chosen(chunks);
  if (act === null) return null;
  const { phrase, slots } = act;
  const flags = chunks.flatMap((chunk) => (chunk.phrase.is === "flag" ? [chunk.phrase.flag] : []));
  const selection = select(chunks, flags);
  if (selection === null) return null;
  const pipes = chunks.filter((chunk) => chunk.phrase.is === "pipe");
  const effect = worst([
    phrase.effect,
    ...pipes.map((pipe) => (pipe.phrase.is === "pipe" && pipe.phrase.effect) || "read"),
  ]);
  if (left.length > unread[effect] || left.length * 5 > length || !left.every(isPlain)) return null;
  const template = templateOf(phrase, selection);
  if (template === null) return null;
  const full: Slots = {
    ...slots,
    where: selection.places.length > 0 ? selection.places : ["."],
    flags: (phrase.flags ?? []).filter((flag) => flags.includes(flag)),
  };
  full.flags = [full.flags!.join("")];
  const body = fill(template.replaceAll("{find}", findLine(selection)), full);
  const line = [body, ...pipes.map((pipe) => stage(pipe))].join(" ");
  const means = fill((phrase.means ?? "").replaceAll("{what}", describe(selection)), full);
  const notes = pipes.map((pipe) => fill(pipe.phrase.means ?? "", pipe.slots));
  return { id: phrase.id, line, reading: `${[means, ...notes].join(", ")}.`, programs: programsOf(template, pipes) };
}

/** The slots with paths as they lie in the folder: a name that only one path has stands for that path. */
function locate(slots: Slots, { paths, root }: Known): Slots {
  const found = (path: string) => {
    if (root !== undefined && path === root) return ".";
    if (root !== undefined && path.startsWith(`${root}/`)) return path.slice(root.length + 1);
    const places = path.includes("/") ? [] : (paths?.(path) ?? []);
    return places.length === 1 ? places[0]! : path;
  };
  const named = Object.entries(slots).filter(([slot]) => slot === "where" || slot === "file");
  return { ...slots, ...Object.fromEntries(named.map(([slot, values]) => [slot, values.map(found)])) };
}

/** Whether a word may be overlooked at all: a name, a number or a quotation never is. */
function isPlain({ kind, text }: Token): boolean {
  return kind === "word" && /^[a-z-]+$/.test(text);
}

/** The act that a reading means: the one of the highest rank. */
function chosen(chunks: Chunk[]): { phrase: Phrase & Act; slots: Slots } | null {
  const acts = chunks.flatMap(({ phrase, slots }) => (phrase.is === "act" ? [{ phrase, slots }] : []));
  const rank = Math.max(...acts.map(({ phrase }) => phrase.rank ?? 2));
  const best = acts.filter(({ phrase }) => (phrase.rank ?? 2) === rank);
  const ids = new Set(best.map(({ phrase }) => phrase.id));
  if (ids.size !== 1) return null;
  return { phrase: best[0]!.phrase, slots: Object.assign({}, ...best.map(({ slots }) => slots)) };
}

function templateOf(act: Act, selection: Parameters<typeof isWhole>[0]): string | null {
  const needed = isWhole(selection) && act.line !== undefined ? act.line : act.select;
  if (needed === undefined) return null;
  const emptied = selection.tests.some((group) => group.length === 1 && group[0]!.id === "empty");
  const folders = selection.kinds.length === 0 || selection.kinds.some((kind) => kind === "d" || kind === "any");
  if (act.folders !== undefined && folders && !emptied && needed === act.select) return act.folders;
  return needed;
}

function stage({ phrase, slots }: Chunk): string {
  if (phrase.is !== "pipe") return "";
  const text = fill(phrase.pipe, slots);
  return /^>/.test(text) ? text : `| ${text}`;
}

function worst(effects: Effect[]): Effect {
  return (["destroy", "write", "read"] as const).find((effect) => effects.includes(effect))!;
}

function programsOf(template: string, pipes: Chunk[]): string[] {
  const lines = [template, ...pipes.flatMap(({ phrase }) => (phrase.is === "pipe" ? [phrase.pipe] : []))];
  const heads = lines.flatMap((line) =>
    [...line.matchAll(/(?:^|[|;&]\s*|-exec )(\{find\}|[a-z][\w-]*)/g)].map(([, head]) =>
      head === "{find}" ? "find" : head!,
    ),
  );
  return [...new Set(heads)];
}
