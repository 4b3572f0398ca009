import { anchorReader, isAnchored } from "../../core/anchor.ts";
import { lazy } from "../../core/lazy.ts";
import type { Census, Condition } from "../../core/port.ts";
import { findContradicting } from "./contradicting.ts";
import { fieldName, inEnglish } from "./tongue.ts";

/** What is counted. A word in capitals ("PEPs") stands for the documents that are called so. */
const things: [RegExp, Census["of"]][] = [
  [
    /^(?:documents?|docs?|texts?|articles?|papers?|pages?|entries|entry|records?|reports?|publications?|abstracts?|sources?|chapters?|notes?|letters?|posts?|memos?|minutes|proposals?|specifications?|specs?|standards?|guides?|tutorials?|manuals?|contracts?|policies|emails?|presentations?|spreadsheets?)$/i,
    "documents",
  ],
  [/^(?:passages?|paragraphs?|chunks?)$/i, "passages"],
  [/^(?:times?|mentions?|occurrences?)$/i, "mentions"],
];
const noun = "(?<noun>[\\p{L}-]+)";
const holds =
  "(?:that\\s|which\\s)?(?:do\\s|does\\s)?(?:mention(?:s|ed|ing)?|contain(?:s|ed|ing)?|name[sd]?|naming|refer(?:s|red|ring)? to|cite[sd]?|citing|use[sd]? the words?|say(?:s|ing)?|include[sd]?|including|speak(?:s|ing)? of|talk(?:s|ing)? about)";
const about = "(?:(?:that|which)\\s)?(?:are\\s|is\\s)?(?:about|on|titled|entitled|called)";
const whole = "(?:(?:of\\s)?(?:all\\s)?(?:of\\s)?(?:the\\s|these\\s|my\\s)?)";

const forms: [Census["kind"], string][] = [
  [
    "group",
    `^how many ${whole}${noun}(?: (?:are there|do we have|exist|were there))?(?<rest>.*?) (?:per|by|for each|for every|in each|in every) (?<by>[\\p{L} _-]+)$`,
  ],
  [
    "group",
    `^(?:count|number of|list|show|group) ${whole}${noun}(?<rest>.*?) (?:per|by|for each|grouped by) (?<by>[\\p{L} _-]+)$`,
  ],
  ["count", `^(?:in )?how many ${whole}${noun}(?: (?:are there|do we have|exist))?(?<rest>.*)$`],
  ["count", "^how (?:often|many times)(?<rest>.*)$"],
  ["count", `^(?:what is the )?number of ${whole}${noun}(?<rest>.*)$`],
  ["list", `^(?:list|show|name|give|find|enumerate)(?: me)? ${whole}${noun}(?<rest>.*)$`],
  ["list", `^(?:which|what) ${whole}${noun}(?<rest>.*)$`],
];
/** None is compiled but those of which a word stands in the question. */
const patterns = lazy(() => {
  const anchorsOf = anchorReader();
  return forms.map(([kind, form]) => ({
    kind,
    anchors: anchorsOf(form),
    form: lazy(() => new RegExp(form, "iu")),
  }));
});
/** What a question about all documents begins with. */
const start = /^(?:in |which|what|how|number|count|list|show|group|name|give|find|enumerate)/iu;

/**
 * Reads a question about all documents off its words: what is counted or listed, what they mention or are about, and what
 * their dates and fields must be. Null where any word of it is not accounted for: then it is another question. Pure.
 */
export function findCensus(question: string): Census | null {
  const contradicting = findContradicting(question);
  if (contradicting) return contradicting;
  for (const asked of [question, ...inEnglish(question)]) {
    const census = censusIn(asked);
    if (census) return census;
  }
  return null;
}

function censusIn(question: string): Census | null {
  const text = question
    .trim()
    .replace(/^please\s+/iu, "")
    .replace(/[?.!\s]+$/u, "");
  if (!start.test(text)) return null;
  const lower = text.toLowerCase();
  for (const { kind, anchors, form } of patterns()) {
    const groups = isAnchored(anchors, lower) ? form().exec(text)?.groups : undefined;
    if (!groups) continue;
    const of = thingOf(groups.noun);
    if (!of) continue;
    const read = readRest(groups.rest!.trim());
    if (
      !read ||
      (kind === "list" && read.conditions.length === 0 && !read.mention && !read.about && of.of !== "documents")
    )
      continue;
    if (of.of === "mentions" && !read.mention) continue;
    const by = groups.by && fieldName(groups.by.trim().toLowerCase().replace(/^the /, ""));
    return { kind, ...of, ...read, ...(by ? { by } : {}) };
  }
  return null;
}

function thingOf(word: string | undefined): Pick<Census, "of" | "called"> | null {
  if (word === undefined) return { of: "mentions" };
  const known = things.find(([pattern]) => pattern.test(word));
  if (known) return { of: known[1] };
  return /^\p{Lu}{2,}s$/u.test(word) ? { of: "documents", called: word.slice(0, -1) } : null;
}

type Rest = Pick<Census, "mention" | "also" | "about" | "conditions">;

/** What follows the noun; every word has to belong to a condition. */
function readRest(rest: string): Rest | null {
  const read: Rest = { conditions: [] };
  let left = rest;
  while (left !== "") {
    const taken =
      takeDate(left, read) ??
      takeField(left, read) ??
      takeBoth(left, read) ??
      takeText(left, read) ??
      takeValue(left, read);
    if (taken === null || taken === left) return null;
    left = taken.replace(/^[\s,]*(?:and|that|which|but)?(?=\s|$)\s*/iu, "").trim();
  }
  return read;
}

const year = "(?:1\\d|20)\\d\\d(?:-\\d\\d){0,2}";
const stated =
  "(?:(?:that|which)\\s)?(?:(?:are|is|were|was)\\s)?(?:dated|written|published|created|made|released|posted|added|updated|dating)?\\s?";
const dateForms = lazy((): [RegExp, (a: string, b?: string) => Condition[]][] => [
  [
    new RegExp(`^${stated}(?:between|from)\\s(${year})\\s(?:and|to|until|-)\\s(${year})`, "iu"),
    (a, b) => [
      { field: "date", is: ">=", value: a },
      { field: "date", is: "<=", value: b! },
    ],
  ],
  [
    new RegExp(`^${stated}(?:from\\s)?(?:after|later than|newer than)\\s(${year})`, "iu"),
    (a) => [{ field: "date", is: ">", value: a }],
  ],
  [
    new RegExp(`^${stated}(?:since|from\\s(?=\\S+ on))\\s?(${year})(?: on)?`, "iu"),
    (a) => [{ field: "date", is: ">=", value: a }],
  ],
  [
    new RegExp(`^${stated}(?:from\\s)?(?:before|earlier than|older than|until)\\s(${year})`, "iu"),
    (a) => [{ field: "date", is: "<", value: a }],
  ],
  [
    new RegExp(`^${stated}(?:from|in|of|on|during)\\s(?:the year\\s)?(${year})`, "iu"),
    (a) => [{ field: "date", is: "=", value: a }],
  ],
]);

function takeDate(text: string, read: Rest): string | null {
  for (const [form, make] of dateForms()) {
    const match = form.exec(text);
    if (!match) continue;
    read.conditions.push(...make(match[1]!, match[2]));
    return text.slice(match[0].length);
  }
  return null;
}

const value =
  "(?:[\"“'](?<quoted>[^\"”']+)[\"”']|(?<plain>[^\\s,]+(?:\\s(?!(?:and|but|that|which|who|are|is|was|were|has|have|not|without|from|in|with|by|after|before|since|until|between|created|written|published|dated|about|mention\\p{L}*|contain\\p{L}*)\\b)[^\\s,]+){0,3}))";
const comparison =
  "(?<sign>is|are|=|equals|over|above|greater than|more than|at least|below|under|less than|at most|>=|<=|>|<)";
const fieldForms = lazy(() => [
  new RegExp(
    `^(?:with|where|whose|having|have|has|that have|which have)\\s(?:an?\\s|the\\s)?(?<field>[\\p{L}_-]+)\\s(?:${comparison}\\s)?${value}`,
    "iu",
  ),
  new RegExp(`^(?:written\\s|authored\\s)?(?<field>by)\\s${value}`, "iu"),
]);
const signs: Record<string, Condition["is"]> = {
  over: ">",
  above: ">",
  "greater than": ">",
  "more than": ">",
  ">": ">",
  "at least": ">=",
  ">=": ">=",
  below: "<",
  under: "<",
  "less than": "<",
  "<": "<",
  "at most": "<=",
  "<=": "<=",
};

function takeField(text: string, read: Rest): string | null {
  for (const form of fieldForms()) {
    const match = form.exec(text);
    if (!match?.groups) continue;
    const { field = "", sign = "is", quoted, plain } = match.groups;
    read.conditions.push({
      field: field.toLowerCase() === "by" ? "author" : fieldName(field.toLowerCase()),
      is: signs[sign.toLowerCase()] ?? "=",
      value: (quoted ?? plain ?? "").trim(),
    });
    return text.slice(match[0].length);
  }
  return null;
}

const textForms = lazy((): [RegExp, "mention" | "about"][] => [
  [new RegExp(`^${holds}\\s(?:the (?:words?|phrase|term|name|string)\\s)?${value}`, "iu"), "mention"],
  [new RegExp(`^${about}\\s${value}`, "iu"), "about"],
  [
    new RegExp(
      `^(?:is|are|was|were|does|do)\\s${value}\\s(?:mentioned|named|cited|used|found|occur|appear|occurs|appears|referred to|talked about)(?:\\sin.*)?$`,
      "iu",
    ),
    "mention",
  ],
  [new RegExp(`^(?:(?:do|does|is|are)\\s)?${value}\\s(?:mentioned|occur|appear)$`, "iu"), "mention"],
]);

const name = "(?:[\"“'][^\"”']+[\"”']|[^\\s,\"“']+(?:\\s\\p{Lu}[^\\s,]*){0,3})";
const bothForm = lazy(() => new RegExp(`^${holds}\\sboth\\s(${name})\\sand\\s(${name})(?=[\\s,]|$)`, "u"));

/** "mention both X and Y". */
function takeBoth(text: string, read: Rest): string | null {
  const [whole, first, second] = bothForm().exec(text) ?? [];
  if (whole === undefined || read.mention || read.about) return null;
  const [mention, also] = [first!, second!].map((each) => each.replace(/^["“']|["”']$/gu, ""));
  read.mention = mention!;
  read.also = [also!];
  return text.slice(whole.length);
}

/** "are Final": a value of whichever field. */
const valueForm =
  /^(?:(?:that|which)\s)?(?:are|is|were|was)\s(?:marked\s(?:as\s)?|labelled\s(?:as\s)?)?(?:["“']([^"”']+)["”']|(\p{Lu}[\p{L}-]*))(?=\s|,|$)/u;

function takeValue(text: string, read: Rest): string | null {
  const match = valueForm.exec(text);
  if (!match) return null;
  read.conditions.push({ field: "", is: "=", value: (match[1] ?? match[2])! });
  return text.slice(match[0].length);
}

/** What begins a clause is no name to be looked for. */
const clause = /^(?:how|why|what|when|where|who|that|which|whether|if|to)\s/iu;

function takeText(text: string, read: Rest): string | null {
  for (const [form, kind] of textForms()) {
    const match = form.exec(text);
    if (!match?.groups || read.mention || read.about) continue;
    const { groups } = match;
    const said = (groups.quoted ?? groups.plain ?? "").replace(/^(?:the|an?)\s/iu, "").trim();
    if (said === "" || (groups.quoted === undefined && clause.test(said))) return null;
    read[kind] = said;
    return text.slice(match[0].length);
  }
  return null;
}
