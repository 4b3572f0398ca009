import type { FieldType, FieldValue } from "../core/field.ts";
import { kindOf } from "./kinds.ts";

/** A value with its type. What is not clearly of a type is text. */
type Typed = Pick<FieldValue, "type" | "as">;

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const monthName =
  /^(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;
/** What is longer is no list and no value of a type. */
const longest = 5_000;

/** The parts of a field's text, each with its type: several where the field lists them, else one. */
export function valuesOf(key: string, text: string): Pick<FieldValue, "text" | "type" | "as">[] {
  if (text === "") return [];
  const meant = kindOf(key)?.type;
  const whole = [{ text, ...typed(text, meant) }];
  if (text.length > longest || meant === "text") return whole;
  const parts = meant === "person" ? personsIn(text) : partsOf(text);
  const values = parts.map((part) => ({ text: part, ...typed(part, meant) }));
  const listed = meant === "person" || meant === "list" || values.every(({ type }) => type !== "text");
  // A comma behind the only person parts it from nobody.
  return listed && (parts.length > 1 || (parts.length === 1 && meant === "person")) ? values : whole;
}

function typed(text: string, meant: string | undefined): Typed {
  const date = isoDate(text);
  const numeric = /^\d+(?:\.\d+)*$/.test(text);
  const mailed = /^[^<>@]+<[^<>\s]+(?:@|\sat\s)[^<>]+>$/.test(text);
  if (meant === "person" || mailed) return { type: "person", as: personName(text) };
  if (meant === "document") return { type: "document", as: text };
  if (meant === "version") return { type: "version", as: text.replace(/^v(?=\d)/i, "") };
  if (date !== null && (meant === "date" || !numeric)) return { type: "date", as: date };
  if (/^\d+(?:\.\d+)?$/.test(text)) return { type: "number", as: text };
  if (numeric || /^v\d+(?:\.\d+)+$/i.test(text)) return { type: "version", as: text.replace(/^v/i, "") };
  return { type: "text" satisfies FieldType, as: text };
}

/** A date in ISO 8601, as exact as the text is; null for what is none, or none that there is. */
function isoDate(text: string): string | null {
  const iso = /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2})(?:[T ]\d{2}:\d{2}.{0,20})?)?)?$/.exec(text);
  if (iso) return dateOf(iso[1]!, iso[2], iso[3]);
  const packed = /^D:(\d{4})(\d{2})?(\d{2})?\d{0,6}(?:[Z+-].{0,8})?$/.exec(text);
  if (packed) return dateOf(packed[1]!, packed[2], packed[3]);
  const words = text.replace(/^(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*,?\s+/iu, "");
  const day = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+(\p{L}{3,9})\.?[\s,-]+(\d{4})(?:\s+\d{2}:\d{2}.{0,20})?$/u.exec(words);
  if (day) return named(day[3]!, day[2]!, day[1]);
  const american = /^(\p{L}{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u.exec(words);
  if (american) return named(american[3]!, american[1]!, american[2]);
  const month = /^(\p{L}{3,9})\.?[\s,-]+(\d{4})$/u.exec(words);
  return month ? named(month[2]!, month[1]!, undefined) : null;
}

function named(year: string, name: string, day: string | undefined): string | null {
  if (!monthName.test(name)) return null;
  return dateOf(year, String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1), day);
}

function dateOf(year: string, month?: string, day?: string): string | null {
  if (month === undefined) return year;
  const [m, d] = [Number(month), Number(day ?? "1")];
  const time = new Date(Date.UTC(Number(year), m - 1, d));
  if (time.getUTCMonth() !== m - 1 || time.getUTCDate() !== d || d === 0) return null;
  const iso = `${year}-${month.padStart(2, "0")}`;
  return day === undefined ? iso : `${iso}-${day.padStart(2, "0")}`;
}

/** "Guido van Rossum <guido@python.org>" without the address; "g@x.org (Guido van Rossum)" as well. */
function personName(text: string): string {
  const bracketed = /^\S+(?:@|\sat\s)\S+\s+\(([^()]+)\)$/.exec(text);
  if (bracketed) return bracketed[1]!.trim();
  const name = text
    .replace(/<[^<>]*>/g, " ")
    .replace(/\([^()]*(?:@|\sat\s)[^()]*\)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return name === "" ? text : name.replace(/,\s*Ed(?:s|itor|itors)?\.?$/i, "");
}

/** Persons between commas, semicolons and "and"; "Jr." belongs to the one before it. */
function personsIn(text: string): string[] {
  const parts = partsOf(text).flatMap((part) => (/[<(]/.test(part) ? [part] : part.split(/\s+(?:and|&)\s+/)));
  const persons: string[] = [];
  for (const part of parts.map((each) => each.replace(/^(?:and|&)\s+/, "").trim())) {
    const title = /^(?:Jr|Sr|II|III|IV|Ed|Eds|PhD|Ph\.D|MD)\b\.?/.test(part);
    if (title && persons.length > 0) persons.push(`${persons.pop()}, ${part}`);
    else if (part !== "") persons.push(part);
  }
  return persons;
}

/** What stands between commas or semicolons outside of brackets. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at <= text.length; at += 1) {
    const mark = text[at];
    if (mark === "<" || mark === "(") depth += 1;
    if (mark === ">" || mark === ")") depth = Math.max(0, depth - 1);
    if (at < text.length && (depth > 0 || (mark !== "," && mark !== ";"))) continue;
    const part = text.slice(from, at).trim();
    if (part !== "") parts.push(part);
    from = at + 1;
  }
  return parts;
}
