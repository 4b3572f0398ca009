/**
 * What a document says of itself: a header line, a key of its front matter, a `meta` element, a property of its format.
 * `key` is the name in lower case with hyphens. `text` is all that it holds with white space folded, `values` the same
 * one by one where it lists several. `lines` are those of the file, from 1, both included, and `shown` holds them as they
 * stand; both are null for a property, which has no line.
 */
export type Field = {
  name: string;
  key: string;
  text: string;
  values: FieldValue[];
  lines: [first: number, last: number] | null;
  shown: string[] | null;
};

/** `as`: a person's name without an address, a date in ISO 8601 as exact as it is given, a version or number in digits. */
export type FieldValue = { text: string; type: FieldType; as: string; lines: [first: number, last: number] | null };
export type FieldType = "text" | "person" | "date" | "version" | "number" | "document";

/** `open`: why there may be more fields than are listed; null where these are all. */
export type Fields = { fields: Field[]; open: string | null };

/** The key of a name as it is written: "Superseded_By" and "superseded by" are one. */
export function fieldKey(name: string): string {
  return name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.:]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}

/** A value as it is compared: white space folded, upper and lower case the same. */
export function foldValue(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim().toLowerCase();
}
