import { ErgoError } from "../../core/error.ts";
import { fieldKey, foldValue } from "../../core/field.ts";
import type { Catalog } from "../../fields/catalog.ts";

/** What a search keeps to: the files of a glob, and those of them whose fields have these values. */
export type Only = { glob?: string; fields: FieldFilter[] };
export type FieldFilter = { name: string; value: string };

/** Reads "docs/**; Status=Final": parts between semicolons, each a glob or a field with its value. Throws USAGE for two globs. */
export function readOnly(text: string): Only {
  const only: Only = { fields: [] };
  for (const part of text.split(";").map((each) => each.trim())) {
    const [, name, value] = /^(\p{L}[\p{L}\p{N} _.:-]*?)\s*=\s*(.+)$/u.exec(part) ?? [];
    if (name !== undefined && value !== undefined) only.fields.push({ name, value });
    else if (only.glob === undefined) only.glob = part;
    else throw new ErgoError("USAGE", { detail: `--only ${text}: one glob, and fields as NAME=VALUE` });
  }
  return only;
}

/** The files whose fields have the values. Throws FIELD_UNKNOWN for a field that none has, with those that there are. */
export function filesWith(catalog: Catalog, filters: FieldFilter[]): (path: string) => boolean {
  for (const { name } of filters) {
    if (catalog.keys.some(({ key }) => key === fieldKey(name))) continue;
    const most = [...catalog.keys].sort((one, other) => other.documents - one.documents);
    const there = most.slice(0, 30).map((each) => each.name);
    throw new ErgoError("FIELD_UNKNOWN", { name, there: there.length === 0 ? "none" : there.join(", ") });
  }
  return (path) => {
    const own = catalog.fieldsOf(path);
    return filters.every(({ name, value }) =>
      own.some(
        (field) =>
          field.key === fieldKey(name) &&
          [field.value, field.meant].some((each) => foldValue(each) === foldValue(value)),
      ),
    );
  };
}
