import { numerals } from "../core/english.ts";
import { lazy } from "../core/lazy.ts";
import { readData } from "./data.ts";

type Comparison = "=" | ">=" | "<=" | ">" | "<";

/** What a statement tells of what its question asks for. `nested`: a number of what lies in a folder, directly or in all. */
export type Told =
  | { is: "yes" }
  | { is: "no" }
  | { is: "number"; number: number; by: Comparison; nested: boolean }
  | { is: "version" | "licence" | "literal"; value: string }
  | { is: "range" | "runs"; version: string };

/**
 * A statement as the question that it answers and what it tells. `own`: what it calls the thing that the folder is of, null where it says nothing
 * of the kind. `only`: that the answer is no does not deny it. `named`: an answer that is of some of all files is none to it.
 */
export type Statement = { asks: string; tells: Told; own: string | null; only: boolean; named: boolean };

type Form = { says: string; asks: string; tells: Told["is"]; only?: true; named?: true };
type Data = {
  words: Record<string, string>;
  by: Record<string, Comparison>;
  measured: string[];
  nested: string[];
  verbs: Record<string, string>;
  literals: Record<"true" | "false" | "none", string[]>;
  forms: Form[];
  fields: Pick<Form, "says" | "asks">[];
  documents: DocumentWords;
  reserved: string[];
};

/** Words by which a sentence is about one document: before and behind its name, and what it does there. */
export type DocumentWords = Record<"before" | "behind" | "tells" | "sets" | "orders" | "own", string[]>;

const data = lazy(() => readData<Data>("language/statements.json"));

const forms = lazy(() => data().forms.map((form) => ({ ...form, says: read(form.says) })));
const fields = lazy(() => data().fields.map((form) => ({ ...form, says: read(form.says) })));

/** A form as an expression for whole statements. */
function read(says: string): RegExp {
  const { words, verbs } = data();
  const verb = `(?<verb>${Object.keys(verbs).join("|")})`;
  const filled = says.replace(/\{(\w+)\}/g, (_, name: string) => (name === "verb" ? verb : words[name]!));
  return new RegExp(`^${filled}$`, "iu");
}

export function documentWords(): DocumentWords {
  return data().documents;
}

/** The questions for a field of a document that a statement answers, each with the value that it tells. Pure. */
export function readFieldStatement(statement: string): { asks: string; value: string }[] {
  const text = bare(statement);
  return fields().flatMap(({ says, asks }) => {
    const groups = says.exec(text)?.groups;
    return groups ? [{ asks: asked(asks, groups), value: groups.value! }] : [];
  });
}

function bare(statement: string): string {
  return statement.trim().replace(/[.!]$/, "");
}

/** Which of the words for values that code writes a word is; null for any other. */
export function literalOf(word: string): "true" | "false" | "none" | null {
  const { literals } = data();
  const is = word.toLowerCase();
  return (["true", "false", "none"] as const).find((each) => literals[each].includes(is)) ?? null;
}

/** The questions that a statement about files, code or a manifest answers, each with what it tells. Names of code may stand in code marks. Pure. */
export function readStatement(statement: string): Statement[] {
  const text = bare(statement);
  if (text.endsWith("?")) return [];
  const found: Statement[] = [];
  for (const { says, asks, tells, only = false, named = false } of forms()) {
    const groups = says.exec(text)?.groups;
    if (!groups) continue;
    const told = toldOf(tells, groups, text);
    if (told) found.push({ asks: asked(asks, groups), tells: told, own: ownOf(groups.own), only, named });
    // "One function" is no name, whatever else it is.
    else if (tells === "number") return found;
  }
  return found;
}

function asked(form: string, groups: Record<string, string>): string {
  const { verbs } = data();
  return form.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === "verb" ? verbs[groups.verb!.toLowerCase()]! : (groups[name] ?? ""),
  );
}

/** What is called by its name; null for "this package". */
function ownOf(own: string | undefined): string | null {
  return own === undefined || /\s/.test(own) ? null : own;
}

function toldOf(is: Told["is"], groups: Record<string, string>, text: string): Told | null {
  switch (is) {
    case "yes":
    case "no":
      return isPlain(text, is) && (groups.own !== undefined || isPointed(text)) ? { is } : null;
    case "number":
      return numberOf(groups);
    case "range":
    case "runs":
      return { is, version: groups.version ?? groups.bound! };
    default:
      return { is, value: groups.value!.replaceAll("`", "") };
  }
}

/** Whether no word changes what is said; the one "not" of a denial is part of its form. */
function isPlain(text: string, is: "yes" | "no"): boolean {
  const { reserved } = data();
  const found =
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[\p{L}']+/gu) ?? [];
  const some = found.filter((word) => reserved.includes(word) || word.endsWith("n't"));
  return some.length === (is === "no" ? 1 : 0);
}

/** Whether a path, a name of code, or a word in code marks stands in it: other statements may be about what files tell of. */
function isPointed(text: string): boolean {
  return /`[^`]+`|(?:^|\s)[\w.-]*\w\.[a-z]\w{0,5}(?=$|[\s,;])|\w\/\w|\w_\w/u.test(text);
}

function numberOf({ number = "", by, rest, thing }: Record<string, string | undefined>): Told | null {
  const { by: bys, measured, nested: holding } = data();
  const words: string[] = `${rest ?? "lines"}`.toLowerCase().match(/[\p{L}]+/gu) ?? [];
  // Lines of code are counted in more than one way.
  if (
    words.includes("code") ||
    !words.some((word) => measured.includes(word)) ||
    (thing !== undefined && /\s(?:which|that|who)\s/.test(thing))
  )
    return null;
  const found = ["no", ...numerals].indexOf(number.toLowerCase());
  const is = found >= 0 ? found : Number(number.replaceAll(",", ""));
  const nested = thing !== undefined && words.some((word) => holding.includes(word));
  return { is: "number", number: is, by: by === undefined ? "=" : bys[by.trim().toLowerCase()]!, nested };
}
