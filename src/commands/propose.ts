import { type Chunk, cover } from "./cover.ts";
import { menu } from "./data.ts";
import { fill, fillEach, holes } from "./fill.ts";
import type { Act, Phrase, Proposal, Slots, Token } from "./phrase.ts";
import { programsOf } from "./programs.ts";
import { describe, findLine, isNarrowed, type Selection, select } from "./selection.ts";
import { taker } from "./slots.ts";
import { isSound } from "./sound.ts";
import { tokenize } from "./tokens.ts";

/** No request of more words is one for a command; what it quotes counts as one. */
const farthest = 300;

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
  if (tokens.length > farthest) return null;
  for (const { chunks } of cover(tokens, rules, taker(words, vocabulary), idle)) {
    const located = chunks.map((chunk) => ({ ...chunk, slots: locate(chunk.slots, known) }));
    const proposal = compose(located, tokens);
    if (proposal) return proposal;
  }
  return null;
}

/** The act of a reading; where it is done to lines, `last` is what follows the stages that pick them. */
type Chosen = { phrase: Phrase & Act; slots: Slots; last?: string };

/** The command of a reading; null where its parts do not fit together. */
function compose(chunks: Chunk[], tokens: Token[]): Proposal | null {
  const pipes = chunks.filter(({ phrase }) => phrase.is === "pipe");
  const act = aboutLines(chosen(chunks), chunks);
  if (act === null || pipes.length + chunks.filter(({ phrase }) => phrase.is === "act").length === 0) return null;
  if (!isSound(chunks, tokens, act.phrase) || !isOrdered(act, pipes)) return null;
  const flags = flagsOf(chunks);
  const selection = select(chunks, flags, act.phrase);
  if (selection === null) return null;
  if (act.last !== undefined && !selection.operand && selection.kinds.length === 0) selection.kinds.push("f");
  const object = isNarrowed(selection) || selection.places.length + selection.texts.length > 0;
  const silent = !chunks.some(({ phrase }) => phrase.is === "act");
  if (silent && (!object || (isNarrowed(selection) && pipes.some(({ at }) => changing.test(tokens[at]!.base)))))
    return null;
  const template = formOf(act.phrase, selection);
  if (template === null || !suits(act.phrase, selection)) return null;
  if (isNarrowed(selection) && pipes.some((pipe) => isOfText(pipe, tokens))) return null;
  if (template === act.phrase.folders) selection.min ??= "1";
  const slots = slotsOf(act, chunks, selection, flags);
  if (act.phrase.effect !== "read" && !pipes.every(isQuiet)) return null;
  if (!heeded(chunks, act.phrase, template) || !fits(template, slots, chunks, pipes)) return null;
  const whole = { ...slots, find: [findLine(selection)], what: [describe(selection)] };
  const means = fill(act.phrase.means ?? "", whole);
  const bare = template === "{find}" && whole.find[0]!.includes(" -exec ") ? " -print" : "";
  const details = chunks.filter(({ phrase }) => phrase.is === "flag" || phrase.is === "pipe");
  const notes = details.map((detail) => fill(detail.phrase.means ?? "", detail.slots));
  const table = selection.places.some((place) => place.endsWith(".csv"));
  const stages = [...pipes.map((pipe) => stage(pipe, flags, table)), ...(act.last ? [`| ${act.last}`] : [])];
  return {
    id: act.phrase.id,
    line: [`${fill(template, whole)}${bare}`, ...stages].join(" "),
    reading: `${[means, ...notes, ...(act.last ? ["counted"] : [])].join(", ")}.`,
    programs: programsOf([template, ...stages]),
  };
}

/** From this rank on an act says more than "find" or "show", so that another can't take its place. */
const telling = 1.5;

/**
 * The act as it is done to lines, where they are meant: they are shown or counted after stages have picked them. Null where
 * that can't be, or where a condition could be one of files.
 */
function aboutLines(act: Chosen | null, chunks: Chunk[]): Chosen | null {
  const named = chunks.some(({ phrase }) => phrase.is === "lines");
  const picked = chunks.some(({ phrase }) => phrase.is === "pipe" && phrase.of === "lines");
  if (act === null) return act;
  const { rank = 2, last } = act.phrase;
  if (!named && !picked) return last !== undefined && chunks.some(isVague) ? null : act;
  if (chunks.some(isVague)) return null;
  const apart = rank >= telling && act.phrase.id !== "cat" && last === undefined;
  if (apart || (!named && last === undefined)) return null;
  return { phrase: menu().text, slots: {}, last: last ?? "" };
}

function isVague({ phrase }: Chunk): boolean {
  return phrase.is === "test" && phrase.vague === true;
}

/** The act that a reading means: the one of the highest rank; null where two compete. */
function chosen(chunks: Chunk[]): Chosen | null {
  const { shown } = menu();
  const acts = chunks.flatMap(({ phrase, slots }) => (phrase.is === "act" ? [{ phrase, slots }] : []));
  if (acts.length === 0) return { phrase: shown, slots: {} };
  const rank = Math.max(...acts.map(({ phrase }) => phrase.rank ?? 2));
  if (acts.some(({ phrase }) => (phrase.rank ?? 2) < rank && (phrase.rank ?? 2) >= telling)) return null;
  const best = acts.filter(({ phrase }) => (phrase.rank ?? 2) === rank);
  if (new Set(best.map(({ phrase }) => phrase.id)).size !== 1) return null;
  return { phrase: best[0]!.phrase, slots: Object.assign({}, ...best.map(({ slots }) => slots)) };
}

/** The line of the act for what it is done to; null where it can't be done to that. */
function formOf(act: Act, selection: Selection): string | null {
  if (selection.texts.length > 0)
    return isNarrowed(selection) || selection.places.length > 0 ? null : (act.text ?? null);
  if (!isNarrowed(selection)) {
    if (act.effect === "destroy" && selection.places.length === 0) return null;
    const trees = selection.operand && selection.places.some((place) => place.endsWith("/"));
    const form = selection.operand
      ? trees
        ? (act.trees ?? act.line)
        : act.operand
      : selection.places.length > 0
        ? act.line
        : (act.line ?? act.select);
    return form ?? null;
  }
  if (selection.operand) return null;
  const excepting = selection.tests.some((group) => group.some(({ test }) => test.startsWith("! ")));
  const emptied = selection.tests.some((group) => group.length === 1 && group[0]!.id === "empty");
  const folders = selection.kinds.length === 0 || selection.kinds.some((kind) => kind === "d" || kind === "any");
  if (!folders || emptied || act.folders === undefined) return act.select ?? null;
  // What is excepted could lie in a folder that is taken as a whole.
  return excepting ? null : act.folders;
}

/** The flags that were said, by themselves or within another phrase ("any cased text"). */
function flagsOf(chunks: Chunk[]): string[] {
  return chunks.flatMap(({ phrase, slots }) => [
    ...(phrase.is === "flag" ? [phrase.flag] : []),
    ...(slots.fold ?? []),
    ...(slots.whole ?? []),
  ]);
}

/** Whether the line of the act or a test makes use of each flag that was said. */
function heeded(chunks: Chunk[], act: Act, template: string): boolean {
  const tests = chunks.flatMap(({ phrase, slots }) =>
    phrase.is === "pipe"
      ? (phrase.flags ?? [])
      : phrase.is === "test"
        ? [...(phrase.flags ?? []), ...(slots.names || slots.after || slots.before ? ["i"] : [])]
        : [],
  );
  // A search finds hidden files as well.
  const understood = [
    ...(template.includes("{find}") ? ["a"] : []),
    ...(template.includes("{flags") ? (act.flags ?? []) : []),
    ...tests,
  ];
  return flagsOf(chunks).every((flag) => understood.includes(flag));
}

function slotsOf(act: Chosen, chunks: Chunk[], selection: Selection, flags: string[]): Slots {
  const args = chunks.filter(({ phrase }) => phrase.is === "arg");
  return {
    ...act.slots,
    ...Object.assign({}, ...args.map(({ slots }) => slots)),
    where: selection.places.length > 0 ? selection.places : ["."],
    text: selection.texts,
    group: args.flatMap(({ slots }) => slots.group ?? []),
    ...(act.slots.what ? { mode: [[act.slots.who ?? [], act.slots.sign ?? [], act.slots.what].flat().join("")] } : {}),
    context: args.flatMap(({ slots }) => slots.context ?? []),
    flags: [(act.phrase.flags ?? []).filter((flag) => flags.includes(flag)).join("")],
  };
}

/** Whether every hole is filled, and nothing that was said falls under the table. */
function fits(template: string, slots: Slots, chunks: Chunk[], pipes: Chunk[]): boolean {
  const needed = [template, ...pipes.map(({ phrase }) => (phrase.is === "pipe" ? phrase.pipe : ""))].map(holes);
  if (needed[0]!.some((name) => name !== "find" && slots[name] === undefined)) return false;
  const open = (name: string) => name !== "not" && name !== "flags";
  if (pipes.some((pipe, at) => needed[at + 1]!.some((name) => open(name) && pipe.slots[name] === undefined)))
    return false;
  const used = new Set(needed[0]);
  const said = chunks.filter(({ phrase }) => phrase.is === "arg").flatMap((chunk) => Object.keys(chunk.slots));
  const placed = chunks.some(({ phrase }) => phrase.is === "place");
  return said.every((name) => used.has(name)) && (!placed || used.has("find") || used.has("where"));
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

/** Whether stages make sense behind the act and each other: nothing but saving follows a count, and one picks lines. */
function isOrdered({ phrase }: Chosen, pipes: Chunk[]): boolean {
  const picking = pipes.filter((pipe) => pipe.phrase.is === "pipe" && pipe.phrase.picks).length;
  const counts = /wc -[lwc]$/.test(phrase.select ?? "");
  return picking < 2 && (!counts || pipes.every((pipe) => isQuiet(pipe) || keeps(pipe)));
}

function keeps({ phrase }: Chunk): boolean {
  return phrase.is === "pipe" && phrase.effect !== undefined;
}

/** Whether a stage speaks of lines or parts of them: those of the texts, where many files are meant. */
function isOfText({ phrase, at, end }: Chunk, tokens: Token[]): boolean {
  if (phrase.is === "pipe" && phrase.picks && tokens.slice(0, at).concat(tokens.slice(end)).some(isLine)) return true;
  const said = tokens.slice(at, end).map(({ base }) => base);
  const part = said.some((word) => /^(line|row|character|column|word|field)$/.test(word));
  return (
    phrase.is === "pipe" && phrase.of === undefined && part && !said.some((word) => /^(output|result)$/.test(word))
  );
}

function isLine({ kind, base }: Token): boolean {
  return kind === "word" && base === "line";
}

/** Whether the act can be done to so many files, of such names. */
function suits({ one, ends }: Act, { places, operand }: Selection): boolean {
  if (one && places.length > 1) return false;
  return ends === undefined || !operand || places.every((place) => new RegExp(ends).test(place));
}

/** Verbs of stages that, said of files, could mean their names, their texts, or themselves. */
const changing =
  /^(sort|shuffle|number|remove|delete|strip|replace|substitute|convert|change|transform|reverse|add|append|insert)$/;

/** Whether a stage only hides complaints: the one thing that may follow what changes files, for it prints nothing. */
function isQuiet({ phrase }: Chunk): boolean {
  return phrase.is === "pipe" && phrase.pipe.startsWith("2>");
}

function stage({ phrase, slots }: Chunk, said: string[], table: boolean): string {
  if (phrase.is !== "pipe") return "";
  const flags = [(phrase.flags ?? []).filter((flag) => said.includes(flag)).join("")];
  const text = fillEach((table ? phrase.csv : undefined) ?? phrase.pipe, { ...slots, flags }, phrase.each, " | ");
  return /^[2>]/.test(text) ? text : `| ${text}`;
}
