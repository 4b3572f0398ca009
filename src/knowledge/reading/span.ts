import { isUnit } from "../text/term.ts";

/** What a span is by its form. `code` stood in code marks, `phrase` is a noun phrase after "is a" or "called". */
export type Kind = "name" | "date" | "number" | "quoted" | "code" | "phrase";

/** A span of a sentence that may be a short answer, as a half-open range of offsets into its plain text. */
export type Typed = { from: number; to: number; text: string; kind: Kind };

const month =
  "(?:Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)?|Apr(?:il|\\.)?|May|June?|July?|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?)";
const year = "(?:1\\d|20)\\d\\d";
const day = "[0-3]?\\d(?:st|nd|rd|th)?";
const dates = new RegExp(
  [
    `\\b${day}(?:\\s+of)?\\s+${month}(?:,?\\s+${year})?\\b`,
    `\\b${month}\\s+${day}(?!\\d)(?:\\s?,\\s*${year}|\\s+${year})?(?![\\d,]*\\d)`,
    `\\b${month}\\s+${year}\\b`,
    `\\b${year}-[01]\\d-[0-3]\\d\\b`,
    `\\b(?:(?:early|mid|late|the)[\\s-]+)*(?:${year}s|(?:\\d{1,2}(?:st|nd|rd|th)|(?:twen|nine|eigh|seven|six|fif)t(?:een|ie)?th)\\s+century)\\b`,
    `\\b${year}\\b(?![.,]?\\d)`,
  ].join("|"),
  "gu",
);

const digits = "[$€£]?\\d[\\d,]*(?:\\.\\d+)*";
const spoken =
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|twenty|thirty|forty|fifty|sixty|hundred|once|twice|half|dozen";
const numbers = new RegExp(
  `(?<![\\w.,-])(?:${digits}|\\b(?:${spoken})\\b)(?:[\\s-]+(?:hundred|thousand|million|billion|trillion))?(?:\\s?%|\\s+per\\s?cent)?(?!\\w)(?:-\\p{L}+)*`,
  "giu",
);
const unit = /^[\s-]([\p{Ll}]{2,}(?:\s(?:per\s)?\p{Ll}{3,})?)/u;

const word = "\\p{Lu}(?:(?!['’]s?(?!\\p{L}))[\\p{L}\\p{N}’'&./-])*(?<![./'’-])\\.?|\\d+(?=\\s\\p{Lu})";
const joint =
  "of the|of|the|de la|de|del|della|der|den|di|da|du|la|le|van der|van|von|bin|ibn|al|and the|and|for the|for|in the|at the|to the|on|y|e|&|'s|-";
const names = new RegExp(`(?<![\\p{L}\\p{N}])(?:${word})(?:(?:\\s+(?:(?:${joint})\\s+)?)(?:${word}))*`, "gu");
const joints = new RegExp(`\\s+(?:${joint})\\s+`, "gu");
const place = /^,\s(?:\p{Lu}[\p{L}.'’-]+(?:\s\p{Lu}[\p{L}.'’-]+){0,2})/u;

const quoted = /["“«]([^"“”«»]{2,80})["”»]/gu;
const copula =
  /\b(?:is|are|was|were|be|been|became|as|called|named|known as|means?|born|by|into|of|with|in|to)\s+(?:(?:an?|the|one of the|any|its|his|her|their)\s+)?/giu;
const phraseEnd =
  /[,.;:()–—"]|\s(?:who|whom|whose|which|that|and|or|in|on|at|by|from|for|with|to|as|is|are|was|were|has|had|born|where|when|if|because|than|but|\p{L}{2,}ed)\b/u;
/** Words of a noun phrase at most. */
const longest = 7;
const begins = new Set(
  "the a an in on at it he she his her they its this that these those there as for from by to when while after before during since until although however but and or if so such also with many most some all both each according because between upon not no what where who how we you i our your their one".split(
    " ",
  ),
);

/** All spans of a sentence that a short answer may be, each once. `marked` are texts that stood in code marks. */
export function findSpans(text: string, marked: readonly string[] = []): Typed[] {
  const found = new Map<string, Typed>();
  const add = (kind: Kind, from: number, to: number) => {
    const span = tidy(text, from, to);
    const key = `${span.from} ${span.to}`;
    if (span.to > span.from && !found.has(key)) found.set(key, { ...span, text: text.slice(span.from, span.to), kind });
  };
  for (const code of marked) {
    const at = text.indexOf(code);
    if (at >= 0) add("code", at, at + code.length);
  }
  for (const match of text.matchAll(dates)) {
    add("date", match.index, match.index + match[0].length);
    const [last] = new RegExp(`${year}$`).exec(match[0]) ?? [];
    if (last && last !== match[0]) add("date", match.index + match[0].length - 4, match.index + match[0].length);
  }
  for (const match of text.matchAll(quoted)) add("quoted", match.index + 1, match.index + 1 + match[1]!.length);
  for (const match of text.matchAll(numbers)) addNumber(text, match, add);
  for (const match of text.matchAll(names)) addNames(text, match, add);
  for (const match of text.matchAll(copula)) addPhrases(text, match.index + match[0].length, add);
  return [...found.values()];
}

type Add = (kind: Kind, from: number, to: number) => void;

/** A number alone and with its unit, but for that of a section or an item; "one" may stand for anything, but before a unit. */
function addNumber(text: string, { index, 0: all }: RegExpExecArray, add: Add): void {
  const to = index + all.length;
  const [with_, word = ""] = unit.exec(text.slice(to, to + 40)) ?? [];
  if (index === 0 && /^[.)]\s/.test(text.slice(to))) return;
  if (all.toLowerCase() === "one" && !isUnit(word.split(/\s/)[0]!)) return;
  if (with_) add("number", index, to + with_.split(/\s/).slice(0, 2).join(" ").length);
  add("number", index, to);
}

/** A name whole, its parts between joints, and with the place that it lies in. */
function addNames(text: string, { index, 0: all }: RegExpExecArray, add: Add): void {
  let from = index;
  // The first word of a sentence is capitalised whether or not it is a name.
  const first = /^\S+/.exec(all)![0];
  if (begins.has(first.toLowerCase())) from += first.length;
  const to = index + all.length;
  if (text.slice(from, to).trim() === "") return;
  add("name", from, to);
  const [further] = place.exec(text.slice(to)) ?? [];
  if (further) add("name", from, to + further.length);
  let at = from;
  for (const joint of text.slice(from, to).matchAll(joints)) {
    add("name", at, from + joint.index);
    at = from + joint.index + joint[0].length;
  }
  if (at > from) add("name", at, to);
  // A role before a name: "Governor William Winter".
  const last = /[\p{L}-]{3,}\s\S+$/u.exec(text.slice(from, to));
  if (last && last.index > 0) add("name", from + last.index, to);
}

/** The noun phrase that begins at an offset: up to its first "of", up to its end, and the last word of each. */
function addPhrases(text: string, from: number, add: Add): void {
  for (let at = from, turn = 0; turn < 4; turn += 1) {
    const rest = text.slice(at, at + 90);
    const end = rest.search(phraseEnd);
    const whole = end < 0 ? rest.trimEnd() : rest.slice(0, end);
    const head = whole.split(/\sof\s/)[0]!;
    if (head.trim() === "" || head.split(/\s+/).length > longest) return;
    if (whole.split(/\s+/).length <= longest) add("phrase", at, at + whole.length);
    add("phrase", at, at + head.length);
    const last = head.lastIndexOf(" ") + 1;
    add("phrase", at + last, at + head.length);
    const conjunct = /^(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+)(?:an?\s+|the\s+)?/u.exec(
      text.slice(at + whole.length),
    );
    if (!conjunct) return;
    at += whole.length + conjunct[0].length;
  }
}

/** Without white space, articles and marks around it. */
function tidy(text: string, from: number, to: number): { from: number; to: number } {
  const inner = text.slice(from, to);
  const front = /^(?:[\s"“'‘(,;:.-]|(?:the|an?|and|of)\s)*/iu.exec(inner)![0].length;
  const back = /[\s"”’'),;:!?]*$/u.exec(inner.slice(front))![0].length;
  const end = to - back;
  const dot = text[end - 1] === "." && !/(?:^|[\s.])\p{L}{1,3}\.$/u.test(text.slice(from, end)) ? 1 : 0;
  return { from: from + front, to: Math.max(from + front, end - dot) };
}
