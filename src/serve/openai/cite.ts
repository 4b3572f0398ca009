import type { Answer } from "../../core/answer.ts";
import type { Evidence } from "../../core/evidence.ts";
import { signature } from "./conversation.ts";

/** An answer as a text with [n] where it rests on evidence, a last block of sources, and where each [n] stands. */
export type Cited = { text: string; citations: Citation[] };

/** Characters `start` to `end` of the text cite a source. */
type Citation = { start: number; end: number; title: string; url: string };

/** `base` is the address of the page that opens a source. */
export function cited(answer: Answer, base: string): Cited {
  const evidence = answer.evidence;
  const body = marked(answer);
  const named = [...new Set([...body.matchAll(mark)].map(([, n]) => Number(n)))].filter((n) => evidence[n - 1]);
  const sources = named.sort((a, b) => a - b).map((n) => `[${n}] ${sourceLine(evidence[n - 1]!, answer)}`);
  const notes = answer.degraded.map(({ message }) => `note: ${message}`);
  const foot = [answer.status, ...verdictsOf(answer), signature(answer.run)].join(" · ");
  const parts = [sources.length > 0 ? `Sources:\n${sources.join("\n")}` : "", notes.join("\n"), foot];
  const shown = plain(body);
  const text = [shown, ...parts.filter((part) => part !== "").map(plain)].join("\n\n");
  const citations = [...shown.matchAll(mark)].flatMap(({ index, 0: found, 1: n }) => {
    const source = evidence[Number(n) - 1];
    return source
      ? [{ start: index, end: index + found.length, title: placeOf(source), url: base + anchor(source) }]
      : [];
  });
  return { text, citations };
}

const mark = /\[(\d{1,3})\]/g;

/** The answer with a mark after each claim, where it has none of its own. */
function marked({ answer, claims, evidence }: Answer): string {
  if ([...answer.matchAll(mark)].some(([, n]) => evidence[Number(n) - 1])) return answer;
  let text = answer;
  let from = 0;
  for (const claim of claims) {
    const at = text.indexOf(claim.text, from);
    const numbers = claim.evidence.map((id) => evidence.findIndex((each) => each.id === id) + 1).filter((n) => n > 0);
    if (at < 0 || numbers.length === 0) continue;
    const end = at + claim.text.length;
    const marks = ` ${numbers.map((n) => `[${n}]`).join("")}`;
    text = text.slice(0, end) + marks + text.slice(end);
    from = end + marks.length;
  }
  return text;
}

function placeOf({ path, kind, doc, lines, page }: Evidence): string {
  const where =
    page !== undefined ? `, page ${page}` : lines && lines[0] > 0 && doc === undefined ? `:${lines[0]}` : "";
  return path === undefined ? kind : `${path}${doc === undefined ? "" : ` ${doc}`}${where}`;
}

/** Characters of a source's text that are given. */
const most = 160;

function sourceLine(source: Evidence, { claims }: Answer): string {
  const { verdict } = claims.find(({ evidence }) => evidence.includes(source.id)) ?? {};
  const folded = source.text.replace(/\s+/g, " ").trim();
  const text = folded.length > most ? `${folded.slice(0, most)}…` : folded;
  return `${placeOf(source)}: "${text}"${verdict ? ` (${verdict})` : ""}`;
}

function verdictsOf({ claims }: Answer): string[] {
  const counts = new Map<string, number>();
  for (const { verdict } of claims) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return [...counts].map(([verdict, count]) => `${count} ${verdict}`);
}

function anchor({ path, lines }: Evidence): string {
  const line = lines && lines[0] > 0 ? `:${lines[0]}` : "";
  return path === undefined ? "" : `#source=${encodeURIComponent(path)}${line}`;
}

/**
 * Text that a client may take for Markdown, with nothing in it that such a client would load or follow unasked: what files
 * say is no picture and no link.
 */
function plain(text: string): string {
  return text
    .replace(/!\[/g, "!\\[")
    .replace(/\]\(/g, "]\\(")
    .replace(/<(?=[a-z!/?])/gi, "\\<");
}
