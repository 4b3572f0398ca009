import { bounds } from "../language/span.ts";
import { fill } from "./asking.ts";
import type { Kind } from "./data.ts";
import { type Filter, partsOf, type Sought } from "./filter.ts";
import type { Pair, Said, Verb } from "./said.ts";

/** A set of files in words, as one and as many: "Markdown file in docs that contains …". */
export type Noun = { one: string; many: string };

type Words = { say: Said; kinds: Kind[] };
/** What is said of one file (0) or of several (1). */
type Number = 0 | 1;

/** Says which files a resolved filter chooses. */
export function nounOf(filter: Filter, words: Words): Noun {
  const { say } = words;
  const parts = partsOf(filter);
  const shallow = parts.some((part) => "shallow" in part);
  const adjectives: Pair[] = [];
  let sort: { label: string; note: string } | null = null;
  const after: string[] = [];
  const clauses: Filter[] = [];
  for (const part of parts) {
    const kind = kindsOf(part, words);
    const adjective = "state" in part ? say.adjectives[part.state] : undefined;
    if (adjective) adjectives.push(adjective);
    else if (kind && sort === null) sort = kind;
    else if ("name" in part) after.push(fill(say.named, { name: plainName(part.name, say) }));
    else if (filesOf(part) !== null) after.push(fill(say.named, { name: filesOf(part)!.join(` ${say.or} `) }));
    else if (placesOf(part) !== null)
      after.push(fill(shallow ? say.directly : say.in, { dir: placesOf(part)!.join(` ${say.or} `) }));
    else if (!("shallow" in part)) clauses.push(part);
  }
  if (shallow && !parts.some((part) => placesOf(part) !== null)) after.unshift(say.top);
  const said = (number: Number) => {
    const file = say.file[number];
    const adjective = adjectives.map((pair) => pair[number]).join(" ");
    const noun = fill(sort ? say.noun.kinded : say.noun.plain, { adjective, kind: sort?.label ?? "", file });
    const head = [noun.replace(/ +/g, " ").trim(), sort?.note, ...after].filter(Boolean).join(" ");
    const that = clauses.map((clause) => clauseOf(clause, number, words)).join(` ${say.and} `);
    return clauses.length === 0 ? head : `${head}${say.that}${that}`;
  };
  return { one: said(0), many: said(1) };
}

/** Says what a resolved filter asserts of files, after "that": "contains …", "is not in docs". */
function clauseOf(filter: Filter, number: Number, words: Words): string {
  return stated(filter, number, words, { main: false, negated: false });
}

/** The same as a sentence of which the files are the subject. */
export function sentenceOf(filter: Filter, number: Number, words: Words): string {
  return stated(filter, number, words, { main: true, negated: false });
}

/** A verb as it stands in a sentence of its own (`main`) or after "that". */
export function spoken(verb: Verb, main: boolean): { is: Pair; not: Pair } {
  return main && verb.main ? verb.main : verb;
}

type Mode = { main: boolean; negated: boolean };

function stated(filter: Filter, number: Number, words: Words, mode: Mode): string {
  const { say } = words;
  if ("not" in filter) return stated(filter.not, number, words, { ...mode, negated: !mode.negated });
  if (("and" in filter || "or" in filter) && testsIn(filter) === null) {
    const parts = "and" in filter ? filter.and : filter.or;
    const joint = "and" in filter !== mode.negated ? say.and : say.or;
    return parts.map((part) => stated(part, number, words, mode)).join(` ${joint} `);
  }
  const { verb, text } = verbOf(filter, number, words);
  return fill(spoken(verb, mode.main)[mode.negated ? "not" : "is"][number], { text });
}

/** The verb for what a filter asserts, and what fills its hole. */
function verbOf(filter: Filter, number: Number, words: Words): { verb: Verb; text: string } {
  const { say } = words;
  const { verbs } = say;
  if ("text" in filter) {
    const { as: how, fold } = filter.text;
    return { verb: verbs[how === "literal" && fold ? "fold" : how], text: quoted(filter.text) };
  }
  if ("bound" in filter) {
    const [measure, operator, n] = filter.bound;
    return { verb: verbs.bound, text: fill(say[measure][operator], { n }) };
  }
  if ("time" in filter) {
    const { from, to } = bounds(filter.time);
    const which = from === undefined ? "to" : to === undefined ? "from" : "both";
    return { verb: verbs.changed, text: fill(say.changed[which], { from: moment(from ?? 0), to: moment(to ?? 0) }) };
  }
  if ("state" in filter) return { verb: verbs[filter.state], text: "" };
  if ("in" in filter) return { verb: verbs.in, text: filter.in.name };
  if ("file" in filter) return { verb: verbs.exact, text: filter.file.name };
  if ("name" in filter && !isEnding(filter.name)) return { verb: verbs.named, text: plainName(filter.name, say) };
  const kind = kindsOf(filter, words);
  const file = fill(kind ? say.noun.kinded : say.noun.plain, {
    adjective: "",
    kind: kind?.label ?? "",
    file: say.file[number],
  });
  return { verb: verbs.kind, text: [file.replace(/ +/g, " ").trim(), kind?.note].filter(Boolean).join(" ") };
}

export function quoted(sought: Sought): string {
  return sought.as === "regex" ? `/${sought.text}/` : `"${sought.text}"`;
}

/** A time as people of this place write it: "2024-01-31 12:30:05", without the time of day at midnight. */
export function moment(time: number, always = false): string {
  const date = new Date(time);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return clock === "00:00:00" && !always ? day : `${day} ${clock}`;
}

/** The sorts of file that a part names, with what they stand for. */
function kindsOf(part: Filter, { kinds, say }: Words): { label: string; note: string } | null {
  const held = testsIn(part);
  if (held !== null) {
    const label = say.kinds.test ?? kinds.find(({ id }) => id === "test")!.label;
    return { label, note: fill(say.byNameOrIn, { dir: held.join(` ${say.or} `) }) };
  }
  if ("or" in part) {
    const all = part.or.map((one) => kindsOf(one, { kinds, say }));
    if (all.some((one) => one === null)) return null;
    return {
      label: all.map((one) => one!.label).join(say.orKinds),
      note: all
        .map((one) => one!.note)
        .filter(Boolean)
        .join(" "),
    };
  }
  if ("name" in part) return isEnding(part.name) ? { label: part.name.slice(1), note: "" } : null;
  const kind = "kind" in part ? kinds.find(({ id }) => id === part.kind) : undefined;
  if (!kind) return null;
  const globs = [...(kind.extensions ?? []).map((end) => `.${end}`), ...(kind.globs ?? [])];
  const short = globs.length > 6 || kind.of ? say.byExtension : `(${globs.join(", ")})`;
  return { label: say.kinds[kind.id] ?? kind.label, note: globs.length === 1 ? "" : short };
}

/** The folders of tests, where files count as tests by their names, or as source files that lie there. */
function testsIn(part: Filter): string[] | null {
  if (!("or" in part)) return null;
  const [named, inside, ...more] = part.or;
  const isOfTests = more.length === 0 && named && "kind" in named && named.kind === "test";
  if (!isOfTests || !inside || !("and" in inside) || inside.and.length !== 2) return null;
  const [kind, place] = inside.and as [Filter, Filter];
  return "kind" in kind && kind.kind === "code" ? placesOf(place) : null;
}

/** The files that a choice among files names, in full. */
function filesOf(part: Filter): string[] | null {
  if (!("or" in part)) return null;
  const all = part.or.map((one) => ("file" in one ? one.file.name : null));
  return all.every((one) => one !== null) ? all : null;
}

function placesOf(part: Filter): string[] | null {
  if ("in" in part) return [part.in.name];
  if ("file" in part) return [part.file.name];
  if ("path" in part) return [part.path];
  if (!("or" in part)) return null;
  const all = part.or.map(placesOf);
  return all.every((one) => one !== null) ? all.flat() : null;
}

function isEnding(glob: string): boolean {
  return /^\*\.[\w+-]+$/.test(glob);
}

function plainName(glob: string, { targets }: Said): string {
  const plain = glob.replace(/\\(.)|\[(\p{Ll})\p{Lu}\]/gu, "$1$2");
  return /\[\p{Ll}\p{Lu}\]/u.test(glob) ? fill(targets.fold, { text: plain }) : plain;
}
