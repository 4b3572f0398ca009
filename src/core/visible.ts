import type { Json } from "./journal.ts";

/**
 * The text with nothing in it that acts or hides: controls, marks of direction, what has no width or shape of its own, what
 * no character is assigned to, line breaks. Each is written as JSON writes it (`\n`, `\u001b`), or `\u{e0041}` beyond that,
 * so that it is seen. What scripts and emoji need of such characters stays where they need it. Idempotent.
 *
 * Text of files, models and tools goes through this before a person sees it on a terminal.
 */
export function visible(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(sought(), (found, honest: string | undefined) => honest ?? escaped(found));
}

/** A value as JSON has it, of which every text is {@link visible}; line breaks and tabs stay. */
export function visibleIn(value: Json): Json {
  if (typeof value === "string") return value.replace(/[^\n\t]+/g, visible);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(visibleIn);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [visible(key), visibleIn(each ?? null)]));
}

/** Each character that {@link visible} might change, wherever it stands, as JSON has it: the same value once it is read. */
export function visibleJson(json: string): string {
  return json.replace(hidden, (character) => units(character).map(unit).join(""));
}

/** Latin letters, punctuation, currencies and what frames are drawn of: mostly nothing else occurs, so the rest is asked late. */
const plain =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u21ff\u2500-\u25ff]*$/;

/** Without the signs that span numbers in Arabic and Syriac: they are format characters that are drawn. */
const hidden =
  /[[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\n\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]/gv;

/** Scripts whose letters are told to join or not (Unicode 16, 23.2.3; a plain form of RFC 5892, A.1 and A.2). */
const joining = [
  ...["Arab", "Syrc", "Mong", "Nkoo", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh"],
  ...["Mymr", "Khmr", "Tibt"],
];
const scripts = joining.map((script) => `\\p{scx=${script}}`).join("");
const letter = `[[[\\p{L}\\p{M}]&&[${scripts}]]--\\p{Default_Ignorable_Code_Point}]`;

/** Whole emoji; a joiner between two such letters; one form chosen of the letter or sign before it. */
const honest = [
  String.raw`\p{RGI_Emoji}`,
  String.raw`(?<=${letter})[\u200c\u200d](?=${letter})`,
  String.raw`(?<=[\p{Extended_Pictographic}--\p{C}])[\ufe0e\ufe0f]`,
  String.raw`(?<=\p{Unified_Ideograph})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=[\p{L}&&\p{sc=Mong}])[\u180b-\u180f]`,
];

/**
 * Marks and later parts of a Korean syllable that stand on nothing of this text would stand on what is before it; marks
 * beyond eight grow into other lines.
 */
const stray = [
  String.raw`(?:^|(?<=\p{M}{8}))\p{M}+[\u200c\u200d]?`,
  String.raw`(?<![\u1100-\u115e\u1161-\u11ff\uac00-\ud7a3])[\u1160-\u11ff]+`,
];

/** Made once it is needed: that takes longer than all else that a start does with texts. */
function sought(): RegExp {
  made ??= new RegExp(`(${honest.join("|")})|${stray.join("|")}|\\n|${hidden.source}`, "gv");
  return made;
}

let made: RegExp | undefined;

const short: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(found: string): string {
  return [...found].map((each) => short[each] ?? (each.length > 1 ? point(each) : unit(each.charCodeAt(0)))).join("");
}

function point(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

function unit(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

function units(text: string): number[] {
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}
