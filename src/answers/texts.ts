import type { Pattern } from "../core/observation.ts";
import { escapeGlob } from "../core/wildcard.ts";
import { parseClaim } from "../proof/grammar.ts";
import { type Asking, asMembers, byNumber, type Found, fill, quote, shown } from "./asking.ts";
import { quoted, spoken } from "./describe.ts";
import { type Filter, partsOf, type Sought } from "./filter.ts";
import { patternOf, sourceOf } from "./scope.ts";
import { type Chosen, measured, statedOf, withUnread } from "./sets.ts";

/** On how many lines a text stands; where `times` is asked for, how often, several on a line counted each. */
export async function tally(asking: Asking, wanted: Filter, filter: Filter, unit: string): Promise<Found> {
  const sought = oneText(wanted);
  const pattern = patternOf(sought);
  const { chosen, n: lines } = await countLines(asking, filter, pattern);
  const counts = [{ pattern, n: lines }];
  const exact = unit === "times" && sought.as !== "regex";
  while (exact && counts.at(-1)!.n > 0) {
    const again = patternOf(sought, counts.length + 1);
    counts.push({ pattern: again, n: await linesOf(asking, again, chosen) });
  }
  const n = counts.reduce((sum, one) => sum + one.n, 0);
  const say = asking.says;
  const key = `${exact ? "times" : "lines"}.`;
  const words = asking.language.say;
  const line = words.line[lines === 1 ? 0 : 1];
  const several = n === lines ? "" : fill(words.onLines, { n: lines, line });
  const sentence = withUnread(
    asking,
    phrase(asking, sought, chosen, byNumber(say, n, key), { n, lines: several }),
    chosen.unread,
  );
  const formal = counts.map((one) => `count(${one.pattern}, ${chosen.scope.scope}) = ${one.n}`).join(" and ");
  return statedOf(chosen, sentence, formal);
}

/** The lines on which a text stands: path, number and line, as far as they are shown. */
export async function places(asking: Asking, wanted: Filter, filter: Filter): Promise<Found> {
  const sought = oneText(wanted);
  const pattern = patternOf(sought);
  const { chosen, n } = await countLines(asking, filter, pattern);
  const set = asMembers(await asking.value(`with(${pattern}, ${chosen.scope.scope})`));
  const list: string[] = [];
  const counts: string[] = [];
  for (const path of set.certain) {
    const seen = asking.board.search(path, searched(pattern))?.seen;
    if (!seen?.ok) continue;
    for (const { line, text: whole } of seen.first) list.push(`${path}:${line}: ${whole.trim()}`);
    if (seen.lines > seen.first.length)
      list.push(fill(asking.language.say.moreLines, { path, n: seen.lines - seen.first.length }));
    counts.push(`count(${pattern}, ${quote(escapeGlob(path))}) = ${seen.lines}`);
  }
  const sentence = withUnread(asking, phrase(asking, sought, chosen, byNumber(asking.says, n), { n }), chosen.unread);
  const formal = [`count(${pattern}, ${chosen.scope.scope}) = ${n}`, ...counts.slice(0, shown)].join(" and ");
  return statedOf(chosen, sentence, formal, n === 0 ? undefined : list);
}

/** The files with the most lines that hold a text; by the unit "file" how many each has. */
export async function mentions(asking: Asking, wanted: Filter, filter: Filter, unit?: string): Promise<Found> {
  const sought = oneText(wanted);
  const pattern = patternOf(sought);
  const chosen = await measured(asking, filter, ({ scope }) => `with(${pattern}, ${scope})`);
  const set = `with(${pattern}, ${chosen.scope.scope})`;
  const counts: { path: string; n: number; claim: string }[] = [];
  for (const path of chosen.members) {
    const term = `count(${pattern}, ${quote(escapeGlob(path))})`;
    const value = await asking.value(term);
    const n = value.is === "number" ? Number(value.low) : 0;
    counts.push({ path, n, claim: `${term} = ${n}` });
  }
  const n = Math.max(0, ...counts.map((one) => one.n));
  const first = counts.filter((one) => one.n === n);
  const say = asking.says;
  const template = first.length === 0 ? say.none : first.length === 1 ? say.one : say.tie;
  const holes = { ...chosen.noun, text: quoted(sought), n, k: first.length, path: first[0]?.path ?? "" };
  const sentence = withUnread(asking, fill(template, holes), chosen.unread);
  const formal = [`${set} = ${counts.length}`, ...counts.map(({ claim }) => claim)].join(" and ");
  const ranked = counts.toSorted((one, other) => other.n - one.n).map((one) => `${one.path}: ${one.n}`);
  const ties = first.length > 1 ? first.map(({ path }) => path) : undefined;
  const list = unit === "file" && counts.length > 0 ? ranked : ties;
  return statedOf(chosen, sentence, formal, list);
}

/** The one text that a question looks for; alternatives become one regular expression. */
function oneText(wanted: Filter): Sought {
  if ("text" in wanted) return wanted.text;
  const texts = partsOf(wanted)
    .flatMap((part) => ("or" in part ? part.or : [part]))
    .flatMap((part) => ("text" in part ? [part.text] : []));
  const fold = texts.some((one) => one.fold || one.as === "word");
  return { text: texts.map((one) => sourceOf(one)).join("|"), as: "regex", ...(fold ? { fold } : {}) };
}

/** The pattern of a search, as it stands in a claim. */
function searched(pattern: string): Pattern {
  const term = parseClaim(pattern);
  if (term.is === "regex") return { kind: "regex", text: term.source, flags: term.flags };
  return { kind: "literal", text: term.is === "string" ? term.value : "" };
}

async function countLines(asking: Asking, filter: Filter, pattern: string): Promise<{ chosen: Chosen; n: number }> {
  const chosen = await measured(asking, filter, ({ scope }) => `count(${pattern}, ${scope})`);
  return { chosen, n: chosen.value.is === "number" ? Number(chosen.value.low) : 0 };
}

async function linesOf(asking: Asking, pattern: string, { scope }: Chosen): Promise<number> {
  const value = await asking.value(`count(${pattern}, ${scope.scope})`);
  return value.is === "number" ? Number(value.low) : 0;
}

function phrase(
  asking: Asking,
  sought: Sought,
  { noun, filter }: Chosen,
  template: string,
  holes: Record<string, string | number>,
): string {
  const { say } = asking.language;
  const { as: how } = sought;
  const target =
    how === "word" || how === "literal"
      ? fill(say.targets[how === "literal" && sought.fold ? "fold" : how], { text: quoted(sought) })
      : quoted(sought);
  const verb = say.verbs[how === "word" ? "literal" : how];
  const where =
    "file" in filter ? fill(say.inside.file, { file: filter.file.name }) : fill(say.inside.files, { many: noun.many });
  const [clause, clauses] = spoken(verb, true).is.map((form) => fill(form, { text: target }));
  return fill(template, { ...holes, text: target, in: where, clause: clause!, clauses: clauses! });
}
