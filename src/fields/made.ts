import { type Field, type FieldValue, fieldKey } from "../core/field.ts";
import { kindOf } from "./kinds.ts";
import { valuesOf } from "./value.ts";

/** A line of the file with its number, from 1. */
export type Line = { number: number; text: string };

/** A part of a field's value, and the lines that it stands on. */
export type Part = { text: string; from: number; to: number };

/** Characters of a line that are shown, and of a value that is kept. */
const longestLine = 2_000;
const longestValue = 10_000;

const fold = (text: string) => text.normalize("NFC").replace(/\s+/g, " ").trim();

/** A field from the lines that it stands on: `parts` is what each of them adds to its value. */
export function fieldOf(name: string, parts: Part[], lines: Line[], listed = false): Field | null {
  const key = fieldKey(name);
  const all = parts.map((part) => ({ ...part, text: fold(part.text) })).filter(({ text }) => text !== "");
  const text = all
    .map((part) => part.text)
    .join(listed ? ", " : " ")
    .slice(0, longestValue);
  if (key === "" || text === "") return null;
  const range: [number, number] = [lines[0]!.number, lines.at(-1)!.number];
  const values = listed
    ? all.flatMap((part) =>
        typedAs(key, part.text).map((value) => ({ ...value, lines: [part.from, part.to] as const })),
      )
    : placed(valuesOf(key, text), all, range);
  return {
    name: fold(name),
    key,
    text,
    values: values.map(({ lines: [first, last], ...value }) => ({ ...value, lines: [first, last] })),
    lines: range,
    shown: lines.map((line) => line.text.slice(0, longestLine)),
  };
}

/** A property of a document's format, which stands on no line. */
export function propertyOf(name: string, value: string): Field | null {
  const [key, text] = [fieldKey(name), fold(value).slice(0, longestValue)];
  if (key === "" || text === "") return null;
  // Formats part persons by semicolons: "Randall, Ann" is one.
  const persons = kindOf(key)?.type === "person" ? text.split(/\s*;\s*/).filter((part) => part !== "") : null;
  const values = persons?.map((part) => ({ text: part, type: "person" as const, as: part })) ?? valuesOf(key, text);
  return {
    name,
    key,
    text,
    values: values.map((one) => ({ ...one, lines: null })),
    lines: null,
    shown: null,
  };
}

/** One value of a list keeps together what a list in one line would part. */
function typedAs(key: string, text: string): Pick<FieldValue, "text" | "type" | "as">[] {
  const values = valuesOf(key, text);
  return values.length > 1 && !values.every(({ type }) => type === "person")
    ? [{ text, type: "text", as: text }]
    : values;
}

/** The lines of each value: those whose parts hold it, else all. */
function placed<T extends { text: string }>(values: T[], parts: Part[], range: [number, number]) {
  let from = 0;
  return values.map((value) => {
    for (let at = from; at < parts.length; at += 1) {
      if (!parts[at]!.text.includes(value.text)) continue;
      from = at;
      return { ...value, lines: [parts[at]!.from, parts[at]!.to] as const };
    }
    return { ...value, lines: range as readonly [number, number] };
  });
}
