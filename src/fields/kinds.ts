import { readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";

/** What fields of one meaning are called, how their values are read, and the words that ask for them. */
export type Kind = {
  kind: string;
  type: "text" | "person" | "date" | "version" | "number" | "document" | "list";
  keys: string[];
  asked: string[];
  /** The kind that says the same from the other side. */
  inverse?: string;
  /** What the graph calls the relation of a document to what its field names. */
  edge?: string;
  /** Whether it is told of a document that was found for a question, whatever that asks. */
  tells?: true;
};

let kinds: Kind[] | undefined;
let byKey: Map<string, Kind> | undefined;

export function fieldKinds(): Kind[] {
  kinds ??= parseWords<{ kinds: Kind[] }>(
    readFileSync(new URL("../../data/fields/kinds.json", import.meta.url), "utf8"),
  ).kinds;
  return kinds;
}

/** The meaning of a key; undefined for one that only its document knows. */
export function kindOf(key: string): Kind | undefined {
  byKey ??= new Map(fieldKinds().flatMap((kind) => kind.keys.map((each) => [each, kind])));
  return byKey.get(key);
}
