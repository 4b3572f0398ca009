import type { Claim } from "../core/claim.ts";
import { sha256 } from "../core/digest.ts";
import { type Query, queryKey } from "../core/observation.ts";
import { createBoard } from "../proof/board.ts";
import { check, type Judgement } from "../proof/check.ts";
import { parseClaim } from "../proof/grammar.ts";
import { printClaim } from "../proof/print.ts";
import type { Game } from "./game.ts";

/**
 * What a player may do: look at something (a dare: it may bring evidence), turn to a part of the goal first (a truth: the goal put
 * more simply), say that the goal holds or doesn't, or stop because nothing here decides it.
 */
type Move =
  | { is: "look"; queries: Query[] }
  | { is: "narrow"; claim: string }
  | { is: "say"; holds: boolean }
  | { is: "stop" };

/** A move on the menu: what it is called, what it does in words, and whether CHECK asks for it now. */
export type Option = { id: string; text: string; move: Move; needed: boolean };

/** The kind of a move, such as "look search", "part", "say" and "stop". */
export function kindOf(move: Move): string {
  if (move.is === "look") return `look ${move.queries[0]?.see ?? ""}`;
  return move.is === "narrow" ? "part" : move.is;
}

/** So many looks that are needed, parts, and looks that are not are offered. */
const offered = { needed: 6, parts: 3, strays: 3 };

/** What the evidence says of the goal, and of what is being worked on. */
export function judged(game: Game): { goal: Judgement; focus: Judgement } {
  const board = createBoard(game.observations);
  const goal = check(parseClaim(game.goal), board);
  const open = game.open.at(-1);
  return { goal, focus: open === undefined ? goal : check(parseClaim(open), board) };
}

/** The menu of a turn. Its order says nothing of what is good: it is drawn by the turn. Pure. */
export function menuOf(game: Game): Option[] {
  const { goal, focus } = judged(game);
  const needed = grouped(focus.needs.length > 0 ? focus.needs : goal.needs).slice(0, offered.needed);
  const looks = needed.map(
    (queries, at): Option => ({
      id: `look-${at + 1}`,
      text: lookText(queries),
      move: { is: "look", queries },
      needed: true,
    }),
  );
  const strays = strayLooks(game, new Set(needed.flat().map(queryKey)));
  const others = strays.map(
    (query, at): Option => ({
      id: `look-${looks.length + at + 1}`,
      text: lookText([query]),
      move: { is: "look", queries: [query] },
      needed: false,
    }),
  );
  const parts = partsOf(parseClaim(game.open.at(-1) ?? game.goal)).slice(0, offered.parts);
  const narrow = parts.map(
    (claim, at): Option => ({
      id: `part-${at + 1}`,
      text: `first find out whether ${claim}`,
      move: { is: "narrow", claim },
      needed: false,
    }),
  );
  const ends: Option[] = [
    {
      id: "yes",
      text: "say that the goal holds",
      move: { is: "say", holds: true },
      needed: goal.verdict === "provable",
    },
    {
      id: "no",
      text: "say that the goal does not hold",
      move: { is: "say", holds: false },
      needed: goal.verdict === "refutable",
    },
    {
      id: "stop",
      text: "say that nothing here decides it",
      move: { is: "stop" },
      needed: goal.verdict === "undecidable" && goal.needs.length === 0,
    },
  ];
  const all = [...looks, ...others, ...narrow, ...ends];
  const rank = (option: Option) => sha256(`${game.goal} ${game.turns.length} ${option.id}`);
  return all.sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
}

/** Why a move is refused; null where it is legal. */
export function refusal(game: Game, { move }: Option, limit: number | null): string | null {
  const { goal } = judged(game);
  if (move.is === "say") {
    if (goal.verdict === (move.holds ? "provable" : "refutable")) return null;
    const what = move.holds ? "imply" : "deny";
    return `what was seen so far does not ${what} it${goal.because[0] ? `: ${goal.because[0]}` : ""}`;
  }
  if (move.is === "stop") {
    if (goal.verdict !== "undecidable") return "what was seen decides it: say whether it holds";
    return goal.needs.length > 0 ? `there is more to look at: ${goal.needsText[0]}` : null;
  }
  if (move.is === "look") {
    const seen = new Set(game.observations.map(({ query }) => queryKey(query)));
    return move.queries.every((query) => seen.has(queryKey(query))) ? "that was looked at already" : null;
  }
  if (limit !== null && game.open.length >= limit)
    return `${game.open.length} parts are open already: finish one first`;
  if (game.open.includes(move.claim)) return "that part is being worked on";
  return check(parseClaim(move.claim), createBoard(game.observations)).verdict === "undecidable"
    ? null
    : "that part is decided already";
}

/** Looks of one kind belong together. */
function grouped(queries: readonly Query[]): Query[][] {
  const kind = (query: Query) => (query.see === "search" ? `${query.pattern.kind} ${query.pattern.text}` : query.see);
  return [...Map.groupBy(queries, kind).values()];
}

/** What was not looked at, and need not be. */
function strayLooks({ goal, observations, turns }: Game, needed: ReadonlySet<string>): Query[] {
  const listing = observations.find(({ query }) => query.see === "universe")?.seen;
  const files = listing?.ok && "files" in listing ? listing.files : [];
  const seen = new Set(observations.map(({ query }) => queryKey(query)));
  const all: Query[] = [
    { see: "universe" },
    ...files.slice(0, 200).flatMap((path): Query[] => [
      { see: "file", path },
      { see: "entry", path },
    ]),
  ];
  const free = all.filter((query) => !seen.has(queryKey(query)) && !needed.has(queryKey(query)));
  return free
    .sort((one, other) =>
      sha256(`${goal} ${turns.length} ${queryKey(one)}`) < sha256(`${goal} ${turns.length} ${queryKey(other)}`)
        ? -1
        : 1,
    )
    .slice(0, offered.strays);
}

/** The parts of a claim that are claims themselves. */
function partsOf(claim: Claim): string[] {
  if (claim.is === "and" || claim.is === "or") return claim.parts.map(printClaim);
  return claim.is === "not" ? [printClaim(claim.part)] : [];
}

function lookText(queries: readonly Query[]): string {
  const [first] = queries;
  const where = queries.length === 1 && first && "path" in first ? first.path : `${queries.length} files`;
  switch (first?.see) {
    case "universe":
      return "list the folder";
    case "entry":
      return `see what ${where} is`;
    case "search":
      return `search ${where} for ${JSON.stringify(first.pattern.text)}`;
    case "code":
      return `parse ${where}`;
    case "fields":
      return `read the fields of ${where}`;
    case "row":
      return `read a row of ${where}`;
    default:
      return `read ${where}`;
  }
}
