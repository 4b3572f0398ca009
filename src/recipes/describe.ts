import { fill } from "./asking.ts";
import type { Kind, Said, Verb } from "./data.ts";
import { type Filter, partsOf, type Sought } from "./filter.ts";
import { bounds } from "./time.ts";

/** A set of files in words, as one and as many: "Markdown file in docs that contains …". */
export type Noun = { one: string; many: string };

type Words = { say: Said; kinds: Kind[] };

/** Says which files a resolved filter chooses. */
export function nounOf(filter: Filter, words: Words): Noun {
  const { say } = words;
  const parts = partsOf(filter);
  const shallow = parts.some((part) => "shallow" in part);
  const before: string[] = [];
  const kinds: string[] = [];
  const after: string[] = [];
  const clauses: Filter[] = [];
  const names: string[] = [];
  for (const part of parts) {
    const kind = kindsOf(part, words);
    if ("state" in part) before.push(say.adjectives[part.state] ?? part.state);
    else if (kind && kinds.length === 0) {
      kinds.push(kind.label);
      if (kind.note) names.push(kind.note);
    } else if ("name" in part) after.push(nameOf(part.name, say));
    else if (placesOf(part) !== null)
      after.push(fill(shallow ? say.directly : say.in, { dir: placesOf(part)!.join(` ${say.or} `) }));
    else if (!("shallow" in part || "deep" in part || "changed" in part)) clauses.push(part);
  }
  if (shallow && !parts.some((part) => placesOf(part) !== null)) after.unshift(say.top);
  const code =
    kinds.length === 0 && clauses.some((part) => "imports" in part || "defines" in part || "exports" in part);
  const said = (number: 0 | 1) => {
    const noun = code ? say.source[number] : say.file[number];
    const head = [...before, ...kinds, noun, ...names, ...after].join(" ");
    const that = clauses.map((clause) => clauseOf(clause, number, words)).join(` ${say.and} `);
    return clauses.length === 0 ? head : `${head} ${say.that} ${that}`;
  };
  return { one: said(0), many: said(1) };
}

/** Says what a resolved filter asserts of one file (0) or of several (1): "contains …", "is not in docs". */
export function clauseOf(filter: Filter, number: 0 | 1, words: Words, negated = false): string {
  const { say } = words;
  if ("not" in filter) return clauseOf(filter.not, number, words, !negated);
  if ("and" in filter || "or" in filter) {
    const parts = "and" in filter ? filter.and : filter.or;
    const joint = "and" in filter !== negated ? say.and : say.or;
    return parts.map((part) => clauseOf(part, number, words, negated)).join(` ${joint} `);
  }
  const verb = verbOf(filter, say);
  if (verb) return negated ? `${say.do[number]} ${verb[2]}` : verb[number];
  return `${(negated ? say.beNot : say.be)[number]} ${stateOf(filter, number, words)}`;
}

/** A text as the answer names it, and how it was looked for. */
export function verbOf(filter: Filter, say: Said): Verb | null {
  if ("text" in filter) {
    const { text: sought } = filter;
    const kind: "literal" | "word" | "regex" | "fold" | "start" | "end" =
      sought.as === "literal" && sought.fold
        ? "fold"
        : sought.as === "blank" || sought.as === "filled"
          ? "regex"
          : sought.as;
    return say[kind].map((form) => fill(form, { text: quoted(sought) })) as Verb;
  }
  for (const word of ["imports", "defines", "exports"] as const) {
    if (!(word in filter)) continue;
    const value = (filter as Record<string, unknown>)[word];
    const name = typeof value === "string" ? value : (value as { name: string }).name;
    return say[word].map((form) => fill(form, { text: name })) as Verb;
  }
  return null;
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

function stateOf(filter: Filter, number: 0 | 1, words: Words): string {
  const { say } = words;
  if ("bound" in filter) return fill(say[filter.bound[0]][filter.bound[1]], { n: filter.bound[2] });
  if ("time" in filter) {
    const { from, to } = bounds(filter.time);
    const which = from === undefined ? "to" : to === undefined ? "from" : "both";
    return fill(say.changed[which], { from: moment(from ?? 0), to: moment(to ?? 0) });
  }
  if ("state" in filter) return say.adjectives[filter.state] ?? filter.state;
  if ("in" in filter) return fill(say.in, { dir: filter.in.name });
  if ("file" in filter) return fill(say.exact, { path: filter.file.name });
  if ("name" in filter) return nameOf(filter.name, say);
  const kind = kindsOf(filter, words);
  return kind ? [kind.label, say.file[number], kind.note].filter(Boolean).join(" ") : say.file[number];
}

/** The sorts of file that a part names, with what they stand for. */
function kindsOf(part: Filter, { kinds, say }: Words): { label: string; note: string } | null {
  if ("or" in part) {
    const all = part.or.map((one) => kindsOf(one, { kinds, say }));
    if (all.some((one) => one === null)) return null;
    return {
      label: all.map((one) => one!.label).join(` ${say.or} `),
      note: all
        .map((one) => one!.note)
        .filter(Boolean)
        .join(" "),
    };
  }
  if ("name" in part) return /^\*\.[\w+-]+$/.test(part.name) ? { label: part.name.slice(1), note: "" } : null;
  const kind = "kind" in part ? kinds.find(({ id }) => id === part.kind) : undefined;
  if (!kind) return null;
  const globs = [...(kind.extensions ?? []).map((end) => `.${end}`), ...(kind.globs ?? [])];
  const short = globs.length > 6 || kind.of ? "(by extension)" : `(${globs.join(", ")})`;
  return { label: kind.label, note: globs.length === 1 ? "" : short };
}

function placesOf(part: Filter): string[] | null {
  if ("in" in part) return [part.in.name];
  if ("file" in part) return [part.file.name];
  if ("path" in part) return [part.path];
  if (!("or" in part)) return null;
  const all = part.or.map(placesOf);
  return all.every((one) => one !== null) ? all.flat() : null;
}

function nameOf(glob: string, say: Said): string {
  return fill(say.named, { name: glob.replace(/\\(.)/g, "$1") });
}
