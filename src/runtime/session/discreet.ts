import type { Answer } from "../../core/answer.ts";
import { sha256 } from "../../core/digest.ts";
import { ErgoError, problem } from "../../core/error.ts";
import type { Json } from "../../core/journal.ts";
import type { Blind, Observation, Observe, Query, Universe } from "../../core/observation.ts";
import { holdsMark, kindsIn, redactJson, redactText } from "../../secrets/redact.ts";
import type { Observer } from "../../tools/observe.ts";
import { searchText } from "../../tools/search.ts";

/**
 * Looks at the folder as a recorded run may: what it sees holds no secret. What was redacted can't be looked for, so that
 * nothing is proven of it: a search for text with a mark in it finds it in the redacted text of the file, or says nothing.
 */
export function discreet(observer: Observer): Observe {
  return async (queries, signal) => {
    const plain = queries.filter((query) => !isMarked(query));
    const seen = (await observer.observe(plain, signal)).values();
    const made: Observation[] = [];
    for (const query of queries) {
      made.push(isMarked(query) ? await look(observer, query) : withoutSecrets(seen.next().value!));
    }
    return made;
  };
}

/**
 * An answer as it is recorded and shown, and that something in it was redacted. What it is made of was redacted before;
 * put together, that may have the shape of a secret once more.
 */
export function discreetAnswer(answer: Answer): Answer {
  const safe = redactJson(answer as unknown as Json) as unknown as Answer;
  const kinds = kindsIn(JSON.stringify(safe));
  if (kinds.length === 0) return answer;
  const evidence = safe.evidence.map((item, i) =>
    item.text === answer.evidence[i]!.text ? item : { ...item, textHash: sha256(item.text) },
  );
  const note = problem(new ErgoError("SECRET_REDACTED", { kinds: kinds.join(", ") }));
  return { ...safe, evidence, degraded: [...safe.degraded, note] };
}

function isMarked(query: Query): boolean {
  if (query.see === "universe") return false;
  return holdsMark(query.path) || (query.see === "search" && holdsMark(query.pattern.text));
}

async function look(observer: Observer, query: Query): Promise<Observation> {
  const unseen = { query, seen: hidden("what was redacted as a secret can't be looked for") } as Observation;
  if (query.see !== "search" || holdsMark(query.path)) return unseen;
  if (query.pattern.kind === "regex" || query.pattern.kind === "code") return unseen;
  const text = observer.text(query.path);
  if (!text.ok) return { query, seen: text };
  const found = await searchText(redactText(text.text), query.pattern);
  return found.found ? { query, seen: { ok: true, bytes: text.bytes, hash: text.hash, ...found } } : unseen;
}

function withoutSecrets({ query, seen }: Observation): Observation {
  if (!seen.ok || query.see !== "universe") return { query, seen: redactJson(seen) } as Observation;
  return { query, seen: nameless(seen as Universe) };
}

/** A listing without the names that hold a secret; that they are missing is said. */
export function nameless(universe: Universe): Universe {
  const known = listings.get(universe);
  if (known) return known;
  const safe = redactJson(universe);
  let made = universe;
  if (safe !== universe) {
    const isKept = (name: string) => !holdsMark(name);
    const names = [...safe.files, ...safe.links, ...safe.dirs].filter((name) => holdsMark(name));
    const places = new Set(names.map(above));
    made = {
      ...safe,
      files: safe.files.filter(isKept),
      links: safe.links.filter(isKept),
      dirs: safe.dirs.filter(isKept),
      skipped: [
        ...safe.skipped.map((one) => (holdsMark(one.path) ? { ...one, path: above(one.path) } : one)),
        ...[...places].map((path) => ({ path, ...gap(`a name in ${path || "the folder"} holds a secret`) })),
      ],
    };
  }
  listings.set(universe, made);
  return made;
}

/** The nearest folder around a path whose own name holds no mark; "" for the folder asked about. */
function above(path: string): string {
  const parts = path.split("/");
  return parts
    .slice(
      0,
      parts.findIndex((part) => holdsMark(part)),
    )
    .join("/");
}

const listings = new WeakMap<Universe, Universe>();

function gap(message: string): Omit<Blind, "ok"> {
  return { code: "redacted", message };
}

function hidden(message: string): Blind {
  return { ok: false, ...gap(message) };
}
