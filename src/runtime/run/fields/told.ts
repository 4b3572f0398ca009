import { type Field, fieldKey } from "../../../core/field.ts";
import type { Board } from "../../../proof/board.ts";
import { joined } from "../../../proof/build.ts";
import { measure } from "../../../proof/decide.ts";
import { stringTerm } from "../../../proof/value.ts";
import type { Asking, Said } from "../conclude.ts";
import { fieldTerm, valued } from "./claim.ts";

/** The values of a file's field, each as a claim; null where it has none. */
export async function valueSaid(path: string, field: string, board: Board, asking: Asking): Promise<Said | null> {
  const all = await seen(path, field, board, asking);
  if (all.length === 0) return null;
  const claims = all.map((value) => valued(stringTerm(path), field, value));
  return { text: `${field} of ${path}: ${all.join(", ")}.`, claim: joined("and", claims) };
}

/** The values of a file's field, as people say them. */
export async function seen(path: string, field: string, board: Board, asking: Asking): Promise<string[]> {
  const fields = await fieldsSeen(path, field, board, asking);
  return fields.flatMap((each) => each.values.map(({ text, type, as }) => (type === "person" ? as : text)));
}

/** A file's fields of a name, once they were looked at. */
export async function fieldsSeen(path: string, name: string, board: Board, asking: Asking): Promise<Field[]> {
  await measure(fieldTerm(stringTerm(path), name), board, asking.observe, asking.signal);
  const looked = board.fields(path)?.seen;
  return looked?.ok ? looked.fields.filter((field) => field.name === name) : [];
}

/** The values of a file's field, where that was seen. */
export function valuesOf(path: string, name: string, board: Board) {
  const seen = board.fields(path)?.seen;
  return seen?.ok ? seen.fields.filter(({ key }) => key === fieldKey(name)).flatMap((field) => field.values) : [];
}

/** How a file calls itself, where that was seen: by the number that its name has too, and its title: " (RFC 9110: HTTP Semantics)". */
export function nameOf(path: string, board: Board): string {
  const seen = board.fields(path)?.seen;
  if (!seen?.ok) return "";
  const numbers = (path.split("/").at(-1)!.match(/\d+/g) ?? []).map(Number);
  const number = seen.fields.find(({ text }) => /^\d+$/.test(text) && numbers.includes(Number(text)));
  const title = seen.fields.find(({ name }) => /^tit(?:le|el|re|ulo|olo)$/i.test(name));
  const parts = [number && `${number.name} ${number.text}`, title?.text].filter((part) => part !== undefined);
  return parts.length === 0 ? "" : ` (${parts.join(": ")})`;
}
