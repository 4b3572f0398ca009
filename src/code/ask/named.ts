import { isEnding, isPlaced } from "../../language/files.ts";
import { does } from "../../language/grammar.ts";
import { isPath, type Name, namesIn, type Placed, type Tongue } from "../../language/part.ts";
import { isPolar, isTurnedRound, type Parts, type Relation, type RelationQuestion, type Voice } from "./voice.ts";

/** What a question names, and the places of its parts that do. */
export type Named = Pick<RelationQuestion, "asks" | "name" | "subject" | "where" | "from"> & { taken: Set<number> };

/** The words for a relation: their place, which it is, how it is put, and in which language. */
type Verb = { at: number; relation: Relation; voice: Voice; language: Tongue };

/** What is named as the thing, and as what does it; null where that isn't told. */
export function named(parts: Parts, { at, relation, voice, language }: Verb): Named | null {
  const names = namesIn(parts).filter((name) => !isEnding(name));
  const free = names.filter((name) => !isPlaced(parts, name.at));
  const run = (some: readonly Placed[]) => adjacent(some, parts);
  const [before, after] = [run(free.filter((name) => name.at < at)), run(free.filter((name) => name.at > at))];
  // Of "a or b" both are asked about.
  if (before && parts[before.all.at(-1)!.at + 1]?.sort === "or") return null;
  const next = run(names.filter((name) => name.at > at));
  // "Ruft main run auf?" has both behind the verb.
  const [one, other, ...more] = free.filter((name) => name.at > at);
  if (isTurnedRound(parts, at, language) && one && other && more.length === 0)
    return put("whether", { meant: other, all: [other] }, { subject: { meant: one, all: [one] } });
  if (voice === "things") return next && put("of", next, { from: before });
  if (voice === "doers") return made(parts, names, at) ?? put("by", after ?? before ?? next);
  if (relation === "exports" && isPolar(parts) && before && after && isPath(before.meant))
    return put("whether", after, { subject: before });
  if (relation === "exports") return put("of", before ?? after ?? next);
  if (voice === "done") return passive(parts, names, free, at);
  if (after && before) return isPolar(parts) || timed(parts) ? put("whether", after, { subject: before }) : null;
  // "A, which file calls it" is about who does.
  if (before && does("back", parts[at + 1]?.text)) return put("by", before);
  // "die() call count" is of calls to it.
  const isCounted = relation === "calls" && parts.slice(at + 1).some(({ sort }) => sort === "count");
  if (before) return isCounted ? put("by", before) : described(before, relation);
  // "Imports in a.ts".
  if (!after) return relation === "imports" && next && isPath(next.meant) ? put("of", next) : null;
  const where = free.filter((name) => name.at > after.all.at(-1)!.at && parts[name.at - 1]?.sort === "from");
  const isTurned = at === 1 && turned[language]?.test(parts[0]!.text);
  const isOf = relation === "imports" && isPath(after.meant) && (isTurned || does("from", parts[0]!.text));
  return put(isOf ? "of" : "by", after, { where });
}

/** "How many calls to x does y make". */
function made(parts: Parts, names: readonly Placed[], at: number): Named | null {
  const verb = parts.findIndex(({ sort }) => sort === "make");
  const [thing, agent, ...more] = names.filter((name) => name.at > at && name.at < verb);
  if (!thing || !agent || more.length > 0) return null;
  return put("whether", { meant: thing, all: [thing] }, { subject: { meant: agent, all: [agent] } });
}

/** What is done to a thing, or by an agent. */
function passive(parts: Parts, names: readonly Placed[], free: readonly Placed[], at: number): Named | null {
  const agent = names.find((name) => name.at > at && parts[name.at - 1]?.sort === "by");
  const run = agent && { meant: agent, all: [agent] };
  const thing = adjacent(
    free.filter((name) => name.at < at),
    parts,
  );
  const behind = adjacent(
    free.filter((name) => name.at > at && name !== agent),
    parts,
  );
  const meant = thing ?? behind;
  if (meant && run) return put("whether", meant, { subject: run });
  return meant ? put("by", meant) : put("of", run ?? null);
}

/** How many times one thing does another asks of both. */
function timed(parts: Parts): boolean {
  return parts.some(({ sort }) => sort === "sites");
}

/** What a thing imports of a package that is named before it: "which starlette modules does a.py import". */
function described(run: Run, relation: Relation): Named | null {
  const [first, second, ...more] = run.all;
  const isOfPackage = relation === "imports" && second === run.meant && more.length === 0;
  return isOfPackage ? put("of", run, { from: { meant: first!, all: [first!] } }) : put("of", run);
}

/** Words that ask for a thing where the verb stands before who does it: "was importiert a.js?". */
const turned: Partial<Record<Tongue, RegExp>> = { de: /^was$/i, fr: /^(?:que|qu)$/i, es: /^(?:qué|que)$/i };

/** The first names that stand side by side, and the one of them that is meant: it is written as code is, "the batch helper ld()". */
type Run = { meant: Placed; all: Placed[] };

function adjacent(names: readonly Placed[], parts: Parts): Run | null {
  const isBeside = (one: Placed, other: Placed) =>
    parts.slice(one.at + 1, other.at).every(({ sort }) => sort === "idle");
  const end = names.findIndex((name, index) => index > 0 && !isBeside(names[index - 1]!, name));
  const all = names.slice(0, end < 0 ? names.length : end);
  const coded = all.filter(isCode);
  const [first] = all;
  if (first === undefined || (all.length > 1 && coded.length !== 1)) return null;
  return { meant: coded[0] ?? first, all };
}

type More = { subject?: Run; from?: Run | null; where?: readonly Placed[] };

function put(asks: Named["asks"], thing: Run | null, { subject, from, where = [] }: More = {}): Named | null {
  if (!thing) return null;
  const all = [...thing.all, ...where, ...(subject?.all ?? []), ...(from?.all ?? [])];
  const of = (run: Run | null | undefined) => (run ? bare(run.meant) : null);
  const about = { asks, name: bare(thing.meant), subject: of(subject), from: of(from) };
  return { ...about, where: where.map(({ text }) => text), taken: new Set(all.map(({ at }) => at)) };
}

/** A name without the brackets of a call, or the mark of a pointer. */
function bare({ text }: { text: string }): string {
  return text.replace(/\(\)?$/, "").replace(/^[*&](?=\w)/, "");
}

/** Whether a name is written as those of code are. */
export function isCode({ text, quoted }: Pick<Name, "text" | "quoted">): boolean {
  return quoted || /\w[_$./:]\w|^_\w|\p{Ll}\p{Lu}|\(\)?$/u.test(text);
}

/** A verb at the end of a German sentence: "wir wollen tornado loswerden". */
const infinitive = /^\p{Ll}{3,}(?:en|ern|eln)$/u;

/** The thing that is named in what is said before a question: what is written as code is, or else the last word, a verb at the end aside. */
export function recalled(said: string): Named | null {
  const all = wordsOf(said);
  const coded = new Set(all.filter((text) => isCode({ text, quoted: false })));
  const name =
    coded.size > 0 ? [...coded][0] : all.findLast((word, at) => at < all.length - 1 || !infinitive.test(word));
  if (name === undefined || coded.size > 1) return null;
  return { asks: "by", subject: null, from: null, where: [], taken: new Set(), name: bare({ text: name }) };
}

/** The words of a sentence, without what surrounds them. */
function wordsOf(said: string): string[] {
  return said.match(/[^\s("'`¿¡)?!,;:–—-][^\s("'`¿¡)?!,;:]*[^\s("'`¿¡)?!,;:.]|[^\s("'`¿¡)?!,;:.–—-]/g) ?? [];
}
