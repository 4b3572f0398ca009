import { type Asked, all, type Parts, type Sort } from "./asked.ts";
import { isEnding, settled as stemmed } from "./files.ts";
import { measureIn } from "./measure.ts";
import { has, isPath, namesIn, type Placed } from "./part.ts";

/** Whether two things are set against each other: by "more than", or as one or the other. */
export function isComparison(parts: Parts): boolean {
  if (has(parts, "more", "fewer")) return true;
  const at = parts.findIndex(({ sort }) => sort === "most" || sort === "least");
  if (at < 0) return false;
  const isThan = parts.slice(at).some(({ sort }) => sort === "than");
  // "¿Hay más archivos en src o en test?" is more than the other, and the longest file is one.
  const isVague = all(parts, "most", "least").every(({ is }) => is === "");
  const isEither =
    namesIn(parts).filter(isPath).length === 2 || (has(parts, "polar") && !has(parts, "list") && isVague);
  return isThan || (has(parts, "or") && isEither);
}

/** "Are there more js files than Python files", "how many more .md than .txt files are there": sorts of files by how many there are. */
function sortsCompared(parts: Parts): Asked | null {
  const sorts = parts.flatMap((part) => (part.sort === "kind" || part.sort === "stem" ? [part.is] : []));
  const ends = namesIn(parts).flatMap((name) => (isEnding(name) ? [`*${name.text.replace(/^\*/, "")}`] : []));
  const orders = all(parts, "more", "fewer");
  const [one, other, ...more] = sorts.length > 0 ? sorts : ends;
  const isOther = namesIn(parts).some((name) => !isEnding(name)) || (sorts.length > 0 && ends.length > 0);
  const isPart = parts.every(({ sort }) => sortwise.has(sort));
  if (one === undefined || other === undefined || one === other || more.length > 0 || orders.length !== 1) return null;
  if (isOther || !isPart || all(parts, "more", "fewer").some(({ is }) => is !== "")) return null;
  const which = has(parts, "or");
  if (which === has(parts, "than")) return null;
  const gap = has(parts, "gap") || has(parts, "count");
  return {
    asks: "compare",
    by: "files",
    more: orders[0]!.sort === "more",
    gap,
    which,
    kinds: [],
    one: [one],
    other: [other],
    isOfSorts: true,
  };
}

/** Sorts of words of a question that sets sorts of files against each other. */
const sortwise: ReadonlySet<string> = new Set(
  "idle polar list count more fewer than or kind stem name file root gap each within folder".split(" "),
);

/** "Is a longer than b and c put together?", "Which has more lines, a or b?", "more Java files in a or b?": the names before what compares against those behind it. */
export function comparison(given: Parts): Asked | null {
  const sorts = sortsCompared(given);
  if (sorts) return sorts;
  const parts = stemmed(given);
  const orders = all(parts, "more", "fewer", "most", "least");
  const kinds = all(parts, "kind").map(({ is }) => is);
  const by = measureIn(parts, orders) ?? (has(parts, "file") || kinds.length > 0 ? "files" : null);
  const names = namesIn(parts).filter((name) => !isEnding(name));
  const others: Sort[] = ["blank", "comment", "contain", "mention", "but", "state", "average", "number"];
  if (by === null || by === "modified" || orders.length !== 1 || has(parts, "each", ...others)) return null;
  if (kinds.length > 1 || (kinds.length === 0 && by === "files" && !has(parts, "file"))) return null;
  const or = parts.findIndex(({ sort }) => sort === "or");
  const order = parts.findLastIndex(({ sort }) => ["more", "fewer", "most", "least", "than"].includes(sort));
  const middle = or >= 0 ? or : order;
  const [one, other] = [names.filter(({ at }) => at < middle), names.filter(({ at }) => at > middle)];
  if (new Set(names.map(({ text }) => text)).size < names.length) return null;
  if (one.length !== 1 || other.length === 0 || (other.length > 1 && !has(parts, "sum", "and"))) return null;
  const texts = (placed: Placed[]) => placed.map(({ text }) => text);
  const more = orders[0]!.sort === "more" || orders[0]!.sort === "most";
  const gap = has(parts, "gap") || (has(parts, "count") && !has(parts, "list"));
  return { asks: "compare", by, more, gap, which: or >= 0, kinds, one: texts(one), other: texts(other) };
}
