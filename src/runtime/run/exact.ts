import { type CodeQuestion, readCodeQuestion } from "../../code/ask/question.ts";
import { isWritten } from "../../code/ask/value.ts";
import type { EngineName, Route } from "../../core/route.ts";
import type { FieldQuestion } from "../../fields/catalog.ts";
import { findContradicting } from "../../knowledge/reading/contradicting.ts";
import { readAmount } from "../../language/amount.ts";
import type { AmountQuestion } from "../../language/asked.ts";
import type { FactQuestion } from "../../language/fact.ts";
import { clausesOf, isThanEach } from "../../language/halves.ts";
import type { Own } from "../../routing/choose.ts";
import type { Calibrated } from "../../routing/shift.ts";
import { holdsMark } from "../../secrets/redact.ts";
import { type Closed, closedIn } from "./closed.ts";
import { twoIn } from "./halves.ts";

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
  if (isThanEach(question)) return [];
  const amount = about.linked === false ? null : readAmount(question);
  const read = codeIn(question);
  // Documents have a history as well.
  const code = about.coded === false && read?.asks !== "history" ? null : read;
  const ofAmount: Exact[] = amount ? [{ is: "amount", amount }] : [];
  const ofCode: Exact[] = code ? [{ is: "code", code }] : [];
  if (amount) return isOpenTo(code) || amount.asks === "types" ? ofAmount : [...ofCode, ...ofAmount];
  if (code) return ofCode;
  return twoIn(question, (half) => exactIn(half, about));
}

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
