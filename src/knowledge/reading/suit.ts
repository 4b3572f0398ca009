import { months, smallNumerals } from "../../core/english.ts";
import { findTerms, hasForm, held, stem, type Term, tokens } from "../text/term.ts";

/** A sentence as it stands in its source, and without markup. */
type Sentence = { raw: string; text: string; span?: { kind: string; about?: string; lead?: boolean; shows?: number } };

const written = months.map((name) => `${name[0]!.toUpperCase()}${name.slice(1)}`);

/**
 * What an answer to each kind of question holds, and how much that speaks for it. A `fresh` find must be something
 * that the question does not say itself; `raw` patterns look at the markup too.
 */
const forms: Record<string, { pattern: RegExp; worth: number; fresh?: true; raw?: true }> = {
  who: { pattern: /(?<!^)(?<![.!?:]\s)\b\p{Lu}[\p{L}.'’-]+(?:\s\p{Lu}[\p{L}.'’-]+)*/gu, worth: 0.6, fresh: true },
  when: {
    pattern: new RegExp(`\\b(?:1\\d|20)\\d{2}s?\\b|\\b(?:${written.join("|")})\\b`, "g"),
    worth: 1,
    fresh: true,
  },
  where: { pattern: /\b(?:in|at|near|from|to|on|of)\s(?:the\s)?\p{Lu}\p{L}+/gu, worth: 0.6, fresh: true },
  count: {
    pattern: new RegExp(`\\b\\d[\\d.,]*\\b|\\b(?:${smallNumerals}|dozen|hundred|thousand|million|billion)\\b`, "gi"),
    worth: 0.8,
    fresh: true,
  },
  why: {
    pattern:
      /\b(?:because|since|so that|in order to|reason|due to|therefore|thus|which is why|to avoid|to prevent)\b/gi,
    worth: 0.7,
  },
  how: {
    pattern:
      /^(?:to|by|with|use|run|add|call|type|set|enter|first|create|define|import|install|open|pass|put|start|write|you (?:can|need|should|must))\b|\b(?:use|run|you can|by \w+ing)\b/gi,
    worth: 0.5,
  },
  contrast: {
    pattern:
      /\b(?:whereas|while|unlike|however|but|differences?|differs?|distinctions?|in contrast|on the other hand)\b/gi,
    worth: 0.6,
  },
  condition: {
    pattern: /\b(?:if|when|whenever|once|unless|until|as soon as|in case)\b/gi,
    worth: 0.3,
  },
  code: { pattern: /`[^`]+`|\$ \S+/g, worth: 0.5, fresh: true, raw: true },
};

/** The subject of a sentence, and the verb that says of it what it is; an aside may stand between them. */
const subjectOf =
  /^(?:note that\s)?(?:(?:the|an?)\s)?(?:(?:term|word|concept|notion|idea|phrase)s?\s(?:of\s)?)?(?:an?\s)?((?:[^\s,.;:]+\s){0,5}?[^\s,.;:]+)(?:\s\([^)]*\))?(?:,\s[^,.;:]{1,60},)?\s(is|are|was|were|means?|refers?\sto|stands?\sfor|consists?\sof|represents?|defines?|denotes?|describes?|allows?|lets?|enables?)\s(.{0,80})/iu;
const full = /^(?:means?|refers?\sto|stands?\sfor|consists?\sof|denotes?)$/iu;
/** What follows "is" where it says what a thing is, and where it says how it is, how it is done or what it is like. */
const noun =
  /^(?:\p{L}+ly\s|just\s|also\s)?(?:an?|the|one|any)\s(?!(?:common|familiar|good|great|new|powerful|similar|useful|well-known|same)\s(?:\w+\s)?(?:to|way|that|as|with|for|feature|technique|pattern)\b)/iu;
const quality =
  /^(?:(?:\p{L}+ly|also|not|never|still|now|often|more|most|less|very|too|so|as|quite|just|only|even|always|usually|already|sometimes|both|all|no|in|on|at|for|by|from|with|to|of|like)\b|(?:\p{L}+(?:ed|ing|ful|less|able|ible|ous|ive)|different|similar|familiar|easy|hard|common|good|great|new|equivalent|important|powerful|written|known|made|built|given|done|said|seen|then|there|here|available|true|false|good|better|fine|safe|lazy|subject|part|because)\b)/iu;
const being = /^(?:is|are|was|were)$/iu;
const purpose =
  /\b(?:because|so that|in order to|reason|to (?:avoid|prevent|ensure|make)|otherwise|this (?:way|means)|allows?|lets?|enables?|guarantees?|prevents?)\b/iu;
const calledSo = /\b(?:called|known as|termed|referred to as)\s+(?:an?\s|the\s)?(.{2,40})/i;
const emphasised = /(?<![\w*_])(?:\*{1,2}|_{1,2})([^*_\n]{2,40})[*_]/g;

/** A term at the start, set off from its meaning: "**Term** (where). Meaning", "`term`: meaning", "Term -- meaning". */
const glossary =
  /^(?:[*_`]{1,3}([^*_`\n]{2,40})[*_`]{1,3}\s*(?:\([^()]{1,80}\)\s*)?(?:[.:]|[–—-]+\s)|(?=\S+ ?\S*\s+(?:--|–|—)\s)(\S+ ?\S*?)\s)/u;

/** How far a sentence has the form of what is asked for, from 0 to 1; `asks` are kinds of questions, see `findAsks`. */
export function suits(sentence: Sentence, terms: Term[], asks: Set<string>): number {
  const stems = new Set(terms.map((term) => term.stem));
  let best = Math.max(
    asks.has("definition") ? defines(sentence, terms) : 0,
    asks.has("action") ? leads(sentence, terms) : 0,
    asks.has("definition") || asks.has("action") ? Math.max(opensOn(sentence, terms), acts(sentence.text, terms)) : 0,
  );
  if (asks.has("definition") && best < 0.7) best = Math.max(best, 0.7 * definesElsewhere(sentence.text, terms));
  for (const [ask, { pattern, worth, fresh, raw }] of Object.entries(forms)) {
    if (!asks.has(ask) || worth <= best) continue;
    const found = [...(raw ? sentence.raw : sentence.text).matchAll(pattern)];
    const holds = found.some((match) => !fresh || !tokens(match[0]).some((word) => stems.has(stem(word))));
    if (holds || hasForm(ask, sentence.text)) best = worth;
  }
  return best;
}

/**
 * How far a sentence says what the question's subject is: "X is a …", "… is called X", or X set off in the source as
 * terms are where they are introduced.
 */
function defines({ raw, text }: Sentence, terms: Term[]): number {
  const share = (part: string) => shareOf(part, terms);
  const glossed = share(headOf(raw));
  const [, subject = "", verb = "", rest = ""] = subjectOf.exec(text) ?? [];
  const is = being.test(verb);
  const worth = full.test(verb) || (is && noun.test(rest)) ? 1 : is && quality.test(rest) ? 0.5 : 0.7;
  const called = (calledSo.exec(text)?.[1] ?? "").split(/\s+/).slice(0, terms.length).join(" ");
  const marked = [...raw.matchAll(emphasised)].map((match) => 0.5 * share(match[1] ?? ""));
  return Math.max(worth * share(subject.trim()), 0.8 * share(called), 0.9 * glossed, ...marked);
}

/** The share from which a heading and a question are about the same. */
const alike = 0.6;

/**
 * What else speaks for a sentence, a little: something shown in code where the way to do it is asked for, a cause or a
 * purpose where the reason is. Weights by bench/answers.ts.
 */
export function speaks({ raw, text, span }: Sentence, asks: Set<string>): number {
  const shown = asks.has("how") && (span?.shows !== undefined || span?.kind === "code" || /`[^`\n]+`/.test(raw));
  const reason = asks.has("why") && purpose.test(text);
  return (shown ? 0.2 : 0) + (reason ? 0.1 : 0);
}

/** How far a sentence stands first under a heading that names the question's subject, or in the comment on it. */
function opensOn({ span }: Sentence, terms: Term[]): number {
  if (!span?.lead) return 0;
  const share = shareOf(nameIn(span.about ?? ""), terms);
  return span.kind === "comment" ? share : share < alike ? 0 : 0.75 * share;
}

/** A heading without the arguments and types that follow a name in code. */
function nameIn(heading: string): string {
  return heading.replace(/(?<=\w)[([<].*$/u, "").replace(/`[^`]*`(?=.)/g, "");
}

/** How far a part of a text and the question's terms are the same, from 0 to 1. */
function shareOf(part: string, terms: Term[]): number {
  const words = findTerms(part.replace(/^\S+['’]s\s+(?=\S)/u, "")).filter(({ frame }) => !frame);
  const hits = terms.filter((term) => held(new Set(words.map(({ stem }) => stem)), term) > 0).length;
  return hits / Math.max(1, terms.length, words.length);
}

/** The same in a language other than English. */
function definesElsewhere(text: string, terms: Term[]): number {
  if (!hasForm("definition", text)) return 0;
  const start = new Set(
    tokens(text)
      .slice(0, terms.length + 2)
      .map(stem),
  );
  return terms.filter((term) => held(start, term) > 0).length / Math.max(1, terms.length);
}

function headOf(raw: string): string {
  const [, marked, bare] = glossary.exec(raw) ?? [];
  return marked ?? bare ?? "";
}

/** Whether a sentence begins with the question's subject alone and says what that does: "Deref coercion converts …". */
function acts(text: string, terms: Term[]): number {
  const [first = "", ...rest] = tokens(text);
  const words = /^(?:the|an?)$/.test(first) ? rest : [first, ...rest];
  const subject = new Set(words.slice(0, terms.length).map(stem));
  const verb = words[terms.length] ?? "";
  const does = /^(?!is|was|has|does|this|its|as|us|always|perhaps|sometimes)\p{L}+[^s]s$/u.test(verb);
  return terms.length > 0 && does && terms.every((term) => held(subject, term) > 0) ? 0.75 : 0;
}

/** How far a sentence begins with the question's subject, as one that says what it does, or stands first at its name. */
function leads({ text, span }: Sentence, terms: Term[]): number {
  if (
    span?.lead &&
    span.kind === "comment" &&
    span.about &&
    terms.some((term) => term.stem === stem(tokens(span.about ?? "")[0] ?? ""))
  )
    return 0.6;
  const start = tokens(text)
    .map(stem)
    .slice(0, terms.length + 3);
  return (0.6 * terms.filter((term) => start.includes(term.stem)).length) / Math.max(1, terms.length);
}
