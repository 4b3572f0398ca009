import { type CodeQuestion, readCodeQuestion } from "../../code/ask/question.ts";
import { isWritten } from "../../code/ask/value.ts";
import type { EngineName, Route } from "../../core/route.ts";
import type { FieldQuestion } from "../../fields/catalog.ts";
import { findContradicting } from "../../knowledge/reading/contradicting.ts";
import { divide } from "../../knowledge/reading/divide.ts";
import { readAmount } from "../../language/amount.ts";
import type { AmountQuestion } from "../../language/asked.ts";
import type { FactQuestion } from "../../language/fact.ts";
import { type Files, isNarrow } from "../../language/files.ts";
import { clausesOf, halvesOf, it, measuresOf, namedIn, someOf, thenOf } from "../../language/halves.ts";
import type { Calibrated } from "../../routing/calibrate.ts";
import type { Own } from "../../routing/choose.ts";
import { holdsMark } from "../../secrets/redact.ts";
import { type Closed, closedIn } from "./closed.ts";

/**
 * What answers a question exactly: the closed problem that it puts, alone or with the text piped beside it; listed facts, where every word of it
 * is found in the tables and rules; the fields of documents; amounts of files, read part by part; a code base; two
 * of these, for the two questions that it puts in one; one that finds a file, and a question `about` that one, which stands there as {@link it}; or
 * the half of it that is read, with what is `left`.
 */
export type Exact =
  | { is: "closed"; closed: Closed }
  | { is: "facts"; facts: FactQuestion }
  | { is: "fields"; fields: FieldQuestion }
  | { is: "amount"; amount: AmountQuestion }
  | { is: "code"; code: CodeQuestion }
  | { is: "both"; both: [Exact[], Exact[]] }
  | { is: "found"; first: Exact[]; about: string }
  | { is: "half"; half: Exact[]; left: string };

type ExactBy<Is extends Exact["is"]> = Extract<Exact, { is: Is }>;

/** The one of a kind among what may answer a question. */
export function exactBy<Is extends Exact["is"]>(exact: readonly Exact[], is: Is): ExactBy<Is> | undefined {
  return exact.find((one): one is ExactBy<Is> => one.is === is);
}

/** What a question is understood by besides its words. */
export type Circumstances = {
  /** Milliseconds since 1970: what "yesterday" counts from. */
  now: number;
  /** The folder that requests are about; left out where nothing is to be done. */
  root?: string | undefined;
  /** The engine that the user insists on. */
  engine?: EngineName | null | undefined;
  /** Engines that the user's own measurements found to pay. */
  own?: Own | undefined;
  /** How what the user said of answers moves routing. */
  calibrated?: Calibrated | null | undefined;
  /** The preset that the user chose for it. */
  preset?: string | null | undefined;
  /** Whether a text was piped in beside it: that is then what it is about. */
  piped?: boolean | undefined;
  /** That text. */
  beside?: string | undefined;
  fields?: FieldQuestion | null | undefined;
  facts?: FactQuestion | null | undefined;
  /** Whether the folder holds source files or manifests; taken to where it isn't said. */
  coded?: boolean | undefined;
  /** Whether what it asks of amounts is of something that the folder has; taken to where it isn't said. */
  linked?: boolean | undefined;
  /** The claim that the user wants decided. */
  goal?: string | undefined;
};

/** What may answer a question exactly, in the order in which it is tried; empty where nothing does. */
export function exactIn(question: string, about: Circumstances): Exact[] {
  const { beside, engine = null, facts, fields } = about;
  const closed = closedIn(question, { beside, wanted: engine });
  if (closed) return [{ is: "closed", closed }];
  if (facts && isOpen(question, about)) return [{ is: "facts", facts }];
  if (!isOfFiles(question, about)) return [];
  if (fields) return [{ is: "fields", fields }];
  if (thanEach.test(question)) return [];
  const amount = about.linked === false ? null : readAmount(question);
  const read = codeIn(question);
  // Documents have a history as well.
  const code = about.coded === false && read?.asks !== "history" ? null : read;
  const ofAmount: Exact[] = amount ? [{ is: "amount", amount }] : [];
  const ofCode: Exact[] = code ? [{ is: "code", code }] : [];
  if (amount) return isOpenTo(code) || amount.asks === "types" ? ofAmount : [...ofCode, ...ofAmount];
  if (code) return ofCode;
  const halves = halvesIn(question, about);
  if (halves?.isTwo) return [{ is: "both", both: halves.read }];
  const some = someIn(question, about);
  if (some) return [{ is: "both", both: some }];
  const found = foundIn(question, about);
  // What is divided is answered part by part, by texts where nothing is exact.
  return found.length > 0 || divide(question) !== null ? found : halfIn(halves ?? clausesIn(question, about));
}

/** "Longer than all tests" is longer than each, and nothing here is set against that. */
const thanEach =
  /(?<!\p{L})(?:than|als|que)\s+(?:any|all|every|each|those|jede[nrs]?|alle[nr]?|tous|toutes|chaque|ceux|todos|todas|cada|los de|las de)(?!\p{L})(?!.*(?:together|combined|in total|zusammen|insgesamt|ensemble|au total|junt|en total))/iu;

/** What a question asks of code; null where only some words of two questions tell of a value. */
function codeIn(question: string): CodeQuestion | null {
  const code = readCodeQuestion(question);
  const isOfSome = code?.asks === "constants" && !code.value?.names.every(isWritten);
  return isOfSome && clausesOf(question)?.asks ? null : code;
}

/** Whether anything but texts may be asked. */
function isOpen(question: string, { piped = false, engine = null }: Circumstances): boolean {
  return !piped && !holdsMark(question) && (engine === null || !textual.has(engine));
}

/** Whether files may be asked: whether texts contradict each other is asked of their words, whatever question of files it is like. */
export function isOfFiles(question: string, about: Circumstances): boolean {
  return isOpen(question, about) && findContradicting(question) === null;
}

/** Two questions, as what may answer each of them, and whether both are to be answered. */
type Two = { asked: [string, string]; read: [Exact[], Exact[]]; isTwo: boolean };

/** Two questions in one, each of which stands by itself; null where there are none. */
function halvesIn(question: string, about: Circumstances): Two | null {
  const measures = measuresOf(question);
  const asked = measures ?? halvesOf(question);
  if (!asked) return null;
  const [one, two] = asked.map((each) => readIn(each, about)) as [Exact[], Exact[]];
  // The file with most lines is not the one with most bytes.
  const isOfOne = [one, two].every(([first]) => first?.is === "amount" && first.amount.asks === "sum");
  if (measures && !isOfOne) return null;
  return { asked, read: [one, two], isTwo: one.length > 0 && two.length > 0 && !isLess(one, two) };
}

/** Two questions that are cut apart as they stand; null where there are none. */
function clausesIn(question: string, about: Circumstances): Two | null {
  const clauses = clausesOf(question);
  if (!clauses) return null;
  const { first, second, isBound } = clauses;
  const one = readIn(first, about);
  // "And what's the default" is asked of what the first one names.
  const isOfFirst = isBound || (namedIn(first).length > 0 && namedIn(second).length === 0);
  const two = isOfFirst ? [] : readIn(second, about);
  return { asked: [first, second], read: [one, two], isTwo: one.length > 0 && two.length > 0 && !isLess(one, two) };
}

function readIn(question: string, about: Circumstances): Exact[] {
  return exactIn(question, about).filter(({ is }) => singles.includes(is));
}

/** Both of two questions, or the one of them that is read; empty where none is. */
function halfIn(two: Two | null): Exact[] {
  if (!two) return [];
  const [one, other] = two.read;
  if (two.isTwo) return [{ is: "both", both: two.read }];
  if (one.length > 0) return [{ is: "half", half: one, left: two.asked[1] }];
  return other.length > 0 ? [{ is: "half", half: other, left: two.asked[0] }] : [];
}

/** What may answer a half of a question. */
const singles: readonly string[] = ["amount", "code"];

/** Whether a first question names a place, a sort of files or a thing, and the second none: then it may be asked of that. */
function isLess(one: readonly Exact[], other: readonly Exact[]): boolean {
  const [said, left] = [JSON.stringify(one), JSON.stringify(other)];
  return [/"places":\["/, /"kinds":\["/, /"names":\["/, /"(?:in|file)":\{/].some(
    (narrowed) => narrowed.test(said) && !narrowed.test(left),
  );
}

/** A question for the file that has most of something, or for files, and one about those; empty where it is none. */
function foundIn(question: string, about: Circumstances): Exact[] {
  const found = thenOf(question);
  if (!found) return [];
  const read = (half: string) => exactIn(half, about);
  const first = read(found.first);
  const [one] = first;
  if (one?.is !== "amount") return [];
  const sample = "it.txt";
  for (const next of found.about) {
    const [two] = read(next.replace(it, sample));
    if (two?.is !== "amount" || !JSON.stringify(two).includes(`"${sample}"`)) continue;
    if (one.amount.asks === "extreme") return one.amount.count === null ? [{ is: "found", first, about: next }] : [];
    // What is asked of several files is asked of those that are meant.
    const { amount } = two;
    const isOfThese = (amount.asks === "sum" || amount.asks === "average") && isOnly(amount.files, sample);
    if (one.amount.asks !== "files" || !isOfThese) return [];
    const { files } = one.amount;
    return [{ is: "both", both: [first, [{ is: "amount", amount: { ...amount, files } }]] }];
  }
  return [];
}

/** A question for files, and one for some of those; null where it is none, or where the second may be of others. */
function someIn(question: string, about: Circumstances): [Exact[], Exact[]] | null {
  const found = someOf(question);
  if (!found) return null;
  const first = exactIn(found.first, about);
  const [one] = first;
  if (one?.is !== "amount" || one.amount.asks !== "files" || one.amount.files.own !== null) return null;
  const { files } = one.amount;
  for (const rest of found.rest) {
    const [two] = exactIn(rest, about);
    if (two?.is !== "amount" || !("files" in two.amount) || two.amount.files.own !== null) continue;
    if (!found.isSaid && isOther(files, two.amount.files)) return null;
    return [first, [{ is: "amount", amount: { ...two.amount, among: files } }]];
  }
  return null;
}

/** Whether two questions narrow files alike: "how many files are in src, and how many are in lib?" */
function isOther(one: Files, other: Files): boolean {
  const aspects = ["kinds", "places", "bounds", "times", "titles"] as const;
  const isIn = (files: Files, aspect: (typeof aspects)[number]) => files[aspect].length > 0;
  const isAlike = (one.state !== null && other.state !== null) || one.direct || other.direct;
  return isAlike || aspects.some((aspect) => isIn(one, aspect) && isIn(other, aspect));
}

/** Whether files are the one place alone. */
function isOnly(files: Files, place: string): boolean {
  const isLess = files.direct || files.not.kinds.length + files.not.names.length > 0;
  return !isLess && files.places.length === 1 && files.places[0] === place && !isNarrow({ ...files, places: [] });
}

/** What answers exactly, as the route names it. */
export function named(exact: Exact | undefined): Route["recipe"] {
  if (exact === undefined) return null;
  if (exact.is === "closed") return { id: "closed", slots: { kind: exact.closed.kind } };
  if (exact.is === "fields") return { id: "fields", slots: { asks: exact.fields.asks } };
  if (exact.is === "both" || exact.is === "found" || exact.is === "half") return { id: exact.is, slots: {} };
  const { asks } = exact.is === "facts" ? exact.facts : exact.is === "code" ? exact.code : exact.amount;
  return { id: `${exact.is}.${asks}`, slots: {} };
}

/** Whether a question that words of code were found in may be one for amounts of files. */
function isOpenTo(code: CodeQuestion | null): boolean {
  return code === null || (code.yields && code.asks !== "declared");
}

/** Engines that read texts alone. */
const textual: ReadonlySet<string> = new Set(["cite"]);
