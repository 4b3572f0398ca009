import type { Json } from "../../core/journal.ts";

/**
 * Whether a line of a trace may hold text of a file. Its data then lies in a file of its own, so that `ergo forget` can
 * remove it and the chain still holds. Names, sizes, times and hashes are not text.
 */
export function holdsText(type: string, data: Json): boolean {
  const noun = type.split(".", 1)[0]!;
  if (noun === "tool") return !isPlainLook(data);
  return type === "run.answer" || !plain.has(noun);
}

const plain = new Set(["run", "node", "route", "clock", "random", "question", "approval", "doubt"]);
const plainKinds = new Set(["universe", "entry", "file"]);

/** A look at a listing, or at the facts of a file: the request for it, or what it gave. */
function isPlainLook(data: Json): boolean {
  const { request, result } = data as { request?: Json; result?: Json };
  const queries = (request as { queries?: Json } | null | undefined)?.queries;
  const asked = Array.isArray(queries) ? queries : Array.isArray(result) ? result.map(queryOf) : undefined;
  return asked?.every((query) => plainKinds.has(String((query as { see?: Json } | null)?.see))) ?? false;
}

function queryOf(observation: Json): Json {
  return (observation as { query?: Json } | null)?.query ?? null;
}
