import type { Draft } from "../core/answer.ts";
import { type Excerpt, type Ports, type Reading, type Short, toneOf } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { createBoard } from "../proof/board.ts";
import { decide } from "../proof/decide.ts";
import { parseClaim } from "../proof/grammar.ts";
import { compose } from "./compose.ts";
import { type Delved, join } from "./delve.ts";
import { observing } from "./effects.ts";
import { type Gathered, placeOnce } from "./gather.ts";
import { judge } from "./judge.ts";
import { type Agenda, agendaOf, areBeside, type Thread } from "./plan/agenda.ts";
import type { Note } from "./plan/step.ts";
import { knownBy, pooled } from "./pool.ts";
import type { Task } from "./state.ts";
import { findTool } from "./tools/list.ts";

/** What an answer is made of: the steps that give it, in their order, each with those that it went through. */
type Part = { note: Note; uses: Note[] };

/** Steps of a model's plan that are put together: the last ones. */
const mostPlanned = 4;

/** How sure an answer is at most that was found for a question of several parts as a whole. */
const partly = 0.6;

/**
 * The answer that was found in steps; null where none gave anything. What texts say is composed as any answer is, over all that the
 * steps rest on; what was counted, proven or done stands beside it with its claims.
 */
export async function conclude(task: Task, notes: readonly Note[], ctx: Context, ports: Ports): Promise<Draft | null> {
  const agenda = agendaOf(task.question, notes, ports);
  const parts = partsOf(agenda, notes);
  const texts = parts.filter(({ note }) => note.seen.rests.on === "texts");
  const told = parts.filter(({ note: { seen } }) => seen.rests.on === "claims" || seen.rests.on === "tool");
  const drafts: Draft[] = [];
  if (texts.length > 0) {
    const planned = texts.some(({ note }) => note.by === "model");
    const read = texts.map(({ note }) => note);
    const delved = planned ? pooled(read, agenda.whole, task.question, ports) : merged(texts, agenda, task, ports);
    const { found: retrieved, reading } = delved;
    const findings = await judge(reading.excerpts, retrieved.passages, observing(ctx, ports), ctx);
    const known = planned ? { known: knownBy(parts.map(({ note }) => note)) } : {};
    drafts.push(await compose({ task, retrieved, findings, reading, ...known }, ctx, ports));
  }
  for (const { note } of told) drafts.push(await current(note, notes, ctx, ports));
  return drafts.length === 0 ? null : withOpen(together(drafts), parts, agenda);
}

/** With the parts of the question that nothing answers, where others are answered. */
function withOpen(draft: Draft, parts: readonly Part[], { threads, further }: Agenda): Draft {
  const isPart = parts.some(({ note }) => threads.some(({ end }) => end === note));
  if (further || threads.length < 2 || !isPart) return draft;
  const open = threads.filter(({ end }) => !parts.some(({ note }) => note === end)).map(({ question }) => question);
  if (open.length === 0) return draft;
  const stop = draft.stop === "success" ? "unproven" : draft.stop;
  return { ...draft, stop, answer: [draft.answer, ...open.map((question) => `Not found: ${question}`)].join("\n") };
}

/** The steps that answer: those that rules planned to the end, else what was read of the question itself, else all that gave something. */
function partsOf(agenda: Agenda, notes: readonly Note[]): Part[] {
  const { threads, further, whole } = agenda;
  const ends = (further ? [further] : threads).flatMap(({ end, uses }) => (end ? [{ note: end, uses }] : []));
  const done = ends.length === (further ? 1 : threads.length) && ends.every(({ note }) => note.seen.found);
  // What the user's tools said stands beside what was read, where that is no sure answer.
  const beside = ends.every(({ note }) => isSure(note)) ? [] : saidIn(notes);
  const rest = notes.filter((note) => !note.dead && note.seen.found);
  const own = rest.filter(({ by, seen }) => by === "model" && seen.rests.on !== "nothing");
  // What a model had looked up is read beside what the question itself found, where that is no sure answer.
  const gives = own.some(({ seen }) => seen.value !== null);
  const isSettled = (note: Note | null) => isSure(note) && !(gives && isOpen(note));
  if (own.length > 0 && !isSettled(whole) && !(done && ends.every(({ note }) => isSettled(note))))
    return own.slice(-mostPlanned).map((note) => ({ note, uses: [] }));
  if (done && further) return [{ ...ends[0]!, uses: [...threads.flatMap(usesOf), ...ends[0]!.uses] }, ...beside];
  if (done) return [...ends, ...beside];
  const found = ends.filter(({ note }) => note.seen.found && note.by === "rules");
  // Of questions side by side those that are answered stand, with what answers the whole.
  if (!further && areBeside(agenda.parts) && found.length > 0)
    return [...found, ...(whole && isSure(whole) ? [{ note: whole, uses: [] }] : []), ...beside];
  const again = rest.findLast(({ args }) => args.about !== undefined);
  const best = again && !isSure(whole) ? again : whole;
  if (best && best.seen.rests.on !== "nothing") return [{ note: best, uses: [] }];
  return rest.slice(-1).map((note) => ({ note, uses: [] }));
}

/** What tools of the user's servers said, the last of it. */
function saidIn(notes: readonly Note[]): Part[] {
  const said = notes.filter(({ dead, seen }) => !dead && seen.rests.on === "tool");
  return said.slice(-3).map((note) => ({ note, uses: [] }));
}

function usesOf({ end, uses }: Thread): Note[] {
  return end ? [...uses, end] : uses;
}

function isSure(note: Note | null): boolean {
  const rests = note?.seen.rests;
  if (!note?.seen.found || !rests) return false;
  return rests.on === "claims" || (rests.on === "texts" && toneOf(rests.delved.reading) === "said");
}

/** Whether it is a sentence without a short answer in it. */
function isOpen(note: Note | null): boolean {
  return note?.seen.rests.on === "texts" && note.seen.value === null;
}

/** What texts say in all parts as one reading. */
function merged(parts: Part[], agenda: Agenda, task: Task, ports: Ports): Delved {
  const each = parts.map(({ note, uses }) => joined(note, uses));
  const one = each.length === 1 ? each[0]! : gathered(each, agenda.parts?.join === "same", task.question, ports);
  const { reading } = one;
  const short = agenda.further ? sided(reading.short, agenda) : reading.short;
  // What answers a question of several parts as if it were one answers a part of it.
  const isPart = areBeside(agenda.parts) && parts.every(({ note }) => note === agenda.whole);
  const sure = isPart ? Math.min(reading.sure, partly) : reading.sure;
  return { ...one, reading: { ...reading, short, sure } };
}

function joined(note: Note, uses: Note[]): Delved {
  const own = delvedOf(note);
  const before = uses.flatMap((use) =>
    use.seen.rests.on === "texts" && use.seen.value !== null ? [delvedOf(use)] : [],
  );
  return before.length === 0 ? own : join(own, before, true);
}

function delvedOf({ seen: { rests } }: Note): Delved {
  if (rests.on !== "texts") throw new TypeError("a step that rests on no text");
  return rests.delved;
}

/** The best excerpts of several readings, and what they give together. */
function gathered(each: Delved[], same: boolean, question: string, ports: Ports): Delved {
  const one: Gathered = { excerpts: [], passages: [] };
  const { excerpts, passages } = one;
  const shorts: (Short | null)[] = [];
  for (const { found, reading } of each) {
    const shown = reading.excerpts.slice(0, reading.joint ? 3 : 1);
    const places = shown.map((excerpt, at) => placeOnce(one, excerpt, found.passages[excerpt.passage]!, at === 0));
    const { short } = reading;
    const rests = short?.rests.map((rest) => ({ ...rest, excerpt: places[rest.excerpt] ?? -1 }));
    shorts.push(short && rests ? { ...short, rests } : null);
  }
  const text = excerpts.map(({ passage, sentence, path }) => {
    const { title, heading } = passages[passage]!;
    return `${title} ${heading} ${path} ${sentence}`;
  });
  const missing = ports.lacking(question, text.join("\n"));
  // What stands in different places is told apart by their names.
  const isApart = !same && new Set(excerpts.map(({ path }) => path)).size > 1;
  const under = (excerpt: Excerpt) => excerpt.label ?? (passages[excerpt.passage]!.title || excerpt.path);
  const reading: Reading = {
    excerpts: isApart ? excerpts.map((excerpt) => ({ ...excerpt, label: under(excerpt) })) : excerpts,
    short: shortOf(shorts, each, same),
    sure: Math.min(...each.map((one) => one.reading.sure)),
    missing,
    reason: missing.length > 0 ? `nothing read names ${missing.map((word) => `"${word}"`).join(" or ")}` : "",
    joint: true,
  };
  // What a whole says of itself is no part of an answer to several questions.
  const { outline: _, respelled: __, foreign: ___, ...found } = each[0]!.found;
  return { found: { ...found, passages }, reading };
}

/** Several short answers as one: what they agree on, or all of them; null where one is missing, or they should agree and don't. */
function shortOf(shorts: (Short | null)[], each: Delved[], same: boolean): Short | null {
  const all = shorts.filter((short) => short !== null);
  if (all.length < shorts.length) return null;
  const texts = all.map(({ text }) => text);
  const areLists = each.every(({ reading: { excerpts } }) => excerpts[0]?.fields !== undefined);
  const common = same ? commonOf(texts, areLists) : [...new Set(texts)].join("; ");
  if (common === null) return null;
  return {
    text: common,
    share: Math.min(...all.map(({ share }) => share)),
    rests: all.flatMap(({ rests }) => rests),
  };
}

/** What several answers have in common, each of which may list several values of a field: null where that is nothing. */
function commonOf(texts: string[], areLists: boolean): string | null {
  const lists = texts.map((text) => (areLists ? text.split(", ") : [text]));
  const [first = [], ...more] = lists;
  const folded = more.map((list) => new Set(list.map((each) => each.toLowerCase())));
  const common = first.filter((each) => folded.every((list) => list.has(each.toLowerCase())));
  return common.length > 0 ? common.join(", ") : null;
}

/** The side that a comparison of the answers chose, in the place of its answer. */
function sided(short: Short | null, { parts, threads }: Agenda): Short | null {
  if (!short || parts?.join !== "further") return short;
  const at = threads.findIndex(({ end }) => end?.seen.value === short.text);
  return at < 0 ? null : { ...short, text: parts.sides[at]! };
}

/** The answer of a step; where the folder was changed after it, with those of its claims that still hold. */
async function current(note: Note, notes: readonly Note[], ctx: Context, ports: Ports): Promise<Draft> {
  const { rests } = note.seen;
  if (rests.on !== "claims" && rests.on !== "tool") throw new TypeError("a step without claims");
  const after = notes.slice(notes.indexOf(note) + 1);
  const isChanged = after.some(({ tool }) => findTool(tool, ports)?.effect !== "read");
  const own = note.by === "rules" ? rests.draft : { ...rests.draft, stop: asked(rests.draft) };
  if (!isChanged || rests.on === "tool") return own;
  const board = createBoard();
  const claims: Draft["claims"] = [];
  for (const claim of own.claims) {
    if (claim.formal === undefined) continue;
    const { verdict } = await decide(parseClaim(claim.formal), board, observing(ctx, ports), ctx.signal);
    ctx.note("claim.checked", { claim: claim.formal, verdict });
    if (verdict === "provable") claims.push(claim);
  }
  return { ...own, claims, stop: claims.length < own.claims.length ? "unproven" : own.stop };
}

/** How an answer counts that a model chose to look for: true, and perhaps none to what was asked. */
function asked({ stop }: Draft): Draft["stop"] {
  return stop === "success" ? "unproven" : stop;
}

/** Several answers as one: the worst of them says how it ended. */
function together(drafts: Draft[]): Draft {
  const [first, ...more] = drafts as [Draft, ...Draft[]];
  if (more.length === 0) return first;
  const others = more.map((draft, at) => renamed(draft, `p${at + 2}.`));
  const all = [first, ...others];
  const sure = all.map(({ confidence }) => confidence).filter((each) => each !== null);
  return {
    ...first,
    stop: all.find(({ stop }) => stop !== "success")?.stop ?? "success",
    answer: all.map(({ answer }) => answer).join("\n"),
    claims: all.flatMap(({ claims }) => claims),
    evidence: all.flatMap(({ evidence }) => evidence),
    confidence: sure.toSorted((a, b) => a.value - b.value)[0] ?? null,
    degraded: all.flatMap(({ degraded }) => degraded),
  };
}

function renamed(draft: Draft, prefix: string): Draft {
  return {
    ...draft,
    claims: draft.claims.map((claim) => ({ ...claim, evidence: claim.evidence.map((id) => prefix + id) })),
    evidence: draft.evidence.map((each) => ({ ...each, id: prefix + each.id })),
  };
}
