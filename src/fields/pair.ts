import type { FieldQuestion } from "./catalog.ts";
import { kindOf } from "./kinds.ts";
import { apart, has, isCovered, placesOf, type Reading } from "./reading.ts";
import { fieldFor, keysMeant } from "./single.ts";

/** Two documents set beside each other: "which is older, X or Y?", "do X and Y have the same author?" */
export function ofTwo(reading: Reading): FieldQuestion | null {
  const { files, when, catalog, asks, tokens } = reading;
  const paths = [...new Set(files.flatMap(({ paths }) => paths))];
  if (when !== null || paths.length !== 2 || files.some(({ paths: own }) => own.length !== 1)) return null;
  const two = paths as [string, string];
  const named = apart(reading.keys, files);
  const ors = placesOf(reading, "or");
  const [older, newer] = [placesOf(reading, "older"), placesOf(reading, "newer")];
  const covers = (keys: string[], used: number[]) => isCovered(reading, [...files, ...named], keys, used);
  if (older.length > 0 !== newer.length > 0) {
    const dates =
      named.length > 0 ? named.flatMap(({ keys }) => keys.filter((key) => kindOf(key)?.type === "date")) : null;
    const keys = dates ?? catalog.keys.map(({ key }) => key).filter((key) => kindOf(key)?.kind === "created");
    const [one, other] = two.map((path) => fieldFor(catalog, path, keys));
    const isRead = asks === "opens" && one && one === other && covers(keys, [...older, ...newer, ...ors]);
    return isRead ? { asks: "order", field: one, earlier: older.length > 0, paths: two } : null;
  }
  const [same, common] = [placesOf(reading, "same"), placesOf(reading, "common")];
  if (same.length > 0 === common.length > 0 || asks !== "polar") return null;
  const asked = named.filter(({ from }) => !has(tokens[from], "by"));
  const keys = keysMeant({ ...reading, asks: null }, asked);
  const fields = keys && two.map((path) => fieldFor(catalog, path, keys));
  if (!keys || !fields || fields.includes(null) || !covers(keys, [...same, ...common])) return null;
  return { asks: "shared", fields: fields as [string, string], paths: two, all: same.length > 0 };
}
