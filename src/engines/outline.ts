import type { Draft, Stated } from "../core/answer.ts";
import { sha256 } from "../core/digest.ts";
import type { Evidence, Outline } from "../core/evidence.ts";

/**
 * An answer about a whole: behind what was quoted, the headings of a document or the documents of a folder; and that this is an
 * extract, made by nobody's understanding, unless a model has `written` it in words of its own.
 */
export function outlined(draft: Draft, outline: Outline, written = false): Draft {
  const { doc, path, of, parts, title } = outline;
  const name = doc ?? (path === "." ? "the folder" : path);
  const said = partsOf(outline);
  const id = `e${draft.evidence.length + 1}`;
  const text = [`${title} (${name})`, said, ...parts].join("\n");
  const source = draft.evidence.find((one) => one.path === path)?.source;
  const listing: Evidence = {
    id,
    kind: "listing",
    ...(of === "folder" ? {} : { path, ...(doc === undefined ? {} : { doc }) }),
    ...(source ? { source } : {}),
    ...{ text, textHash: sha256(text), complete: false },
  };
  const claim: Stated = { text: said, verdict: "supported", evidence: [id] };
  const quoted = draft.evidence.length > 0;
  const note = quoted
    ? `An extract of ${name} in its own words, not a summary.`
    : `Nothing in ${name} says in a sentence what it is about.`;
  const lines = [
    ...(quoted ? [draft.answer] : []),
    ...(said === "" ? [] : [`${said} [${draft.evidence.length + 1}]`]),
    ...(written ? [] : [note]),
  ];
  return {
    ...draft,
    answer: lines.join("\n"),
    claims: said === "" ? draft.claims : [...draft.claims, claim],
    evidence: said === "" ? draft.evidence : [...draft.evidence, listing],
  };
}

/** What a whole consists of, in a sentence; "" for a text without headings. */
function partsOf({ of, parts, more, kinds }: Outline): string {
  const rest = more > 0 ? `; and ${more} more` : "";
  if (of === "folder") return `It holds ${kinds}: ${parts.join("; ")}${rest}.`;
  return parts.length === 0 ? "" : `Its headings: ${parts.join("; ")}${rest}.`;
}
