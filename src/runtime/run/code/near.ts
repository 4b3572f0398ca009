import { loosened } from "../../../code/ask/loose.ts";
import { isSource } from "../../../core/declaration.ts";
import type { Means } from "../../../core/port.ts";
import { aloneIn } from "../../../language/clause.ts";
import { detectLanguage } from "../../../language/tongue.ts";
import type { Asking } from "../conclude.ts";
import { codeOf, type Look, lookAt } from "./look.ts";
import { isNameLike } from "./naming.ts";
import { isOfTexts, type Named, type Usual, usualAsks, wordingOf } from "./usual.ts";

/** Source files at most whose declarations are looked through for the words of a question. */
const most = 200;
/**
 * A wording is near from that sum on: the cosine of the question and it, and half the share of words that speak for it. From the
 * higher one on it is nearer than what texts say. Without an encoder the share alone tells.
 */
const near = { some: 0.8, surely: 1, words: 0.5 };

/** So many wordings, the best by their words, are compared by meaning: an encoder reads each. */
const compared = 16;

/** `surely`: only where the wording is nearer than an answer that texts gave, by what can be nothing but a name. */
type Nearness = "some" | "surely";

/**
 * The questions about a code base that another one may be a wording of, the nearest first: what it asks in plainer words, those of a model first, then those whose
 * usual wordings have its words, and, where an encoder is here, its meaning. None where the folder holds no code. Throws what `observe` and the signal throw.
 */
export async function nearestAsks(
  question: string,
  asking: Asking,
  { alike, plainly, least }: Omit<Parameters<NonNullable<Means["near"]>>[0], "observe">,
): Promise<string[]> {
  const look = await lookAt(question, asking);
  if (look === null || !look.universe.files.some(isSource) || (least === "surely" && isOfTexts(question))) return [];
  const named = await namedIn(look, least);
  // What texts answer is not asked again by some of its words.
  const isOpen = least === "some" && !isOfTexts(question);
  const put = isOpen ? await plainly() : null;
  const plain = isOpen ? [put, question].flatMap((each) => (each === null ? [] : plainer(each, named))) : [];
  const fresh = [...new Set(plain)].filter((each) => each !== question);
  const usual = usualAsks(question, named).slice(0, compared);
  if (usual.length === 0) return fresh;
  const { cosines } = await alike([wordingOf(question, named), ...usual.map(({ gist }) => gist)]);
  if (!cosines && least === "surely") return fresh;
  const worth = ({ share }: Usual, at: number) =>
    cosines ? cosines[0]![at + 1]! + share / 2 - near[least] : share - near.words;
  const ranked = usual
    .map((each, at) => ({ ask: each.ask, worth: worth(each, at) }))
    .filter((each) => each.worth >= 0)
    .toSorted((one, other) => other.worth - one.worth)
    .map(({ ask }) => ask);
  return [...fresh, ...ranked];
}

/** A question without what is told around it, and without words that nothing here knows. */
function plainer(question: string, named: readonly Named[]): string[] {
  const asked = aloneIn(question)?.asked ?? question;
  const isNamed = (word: string) => named.some(({ said }) => said === word);
  return [asked, ...loosened(asked, detectLanguage(asked), isNamed)];
}

/** What the words of a question name in a code base. */
async function namedIn(look: Look, least: Nearness): Promise<Named[]> {
  const { question, words, files, dirs, universe } = look;
  const quoted = [...question.matchAll(/["“„«]([^"”“»]{2,})["”»]/g)].map(([, text]) => text!);
  const bare = words.map((word) => word.replace(/^(?:this|self)\./, "").replace(/\(\)?$/, ""));
  const called = new Set(files.map((file) => file.slice(file.lastIndexOf("/") + 1)));
  const rest = bare.filter((word) => !called.has(word) && !files.includes(word) && !quoted.includes(word));
  const sources = universe.files.filter(isSource);
  const declared = least === "surely" ? new Map<string, string>() : await declaredIn(look, sources);
  const stems = Map.groupBy(sources, (path) => path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, ""));
  const byWord = rest.flatMap((word): Named[] => {
    if (isNameLike(word)) return [{ said: word, text: word, is: "name", isSure: true }];
    const name = declared.get(word) ?? declared.get(word.toLowerCase());
    const [file, ...more] = stems.get(word) ?? [];
    return [
      ...(name !== undefined && word.length > 2
        ? [{ said: word, text: name, is: "name" as const, isSure: false }]
        : []),
      ...(file !== undefined && more.length === 0
        ? [{ said: word, text: file, is: "file" as const, isSure: false }]
        : []),
    ];
  });
  return [
    ...files.map((text): Named => ({ said: saidOf(text, question), text, is: "file", isSure: true })),
    ...dirs.map((text): Named => ({ said: saidOf(text, question), text, is: "dir", isSure: true })),
    ...quoted.map((text): Named => ({ said: text, text, is: "text", isSure: true })),
    ...byWord,
  ];
}

/** How a question says a path: by as much of its end as it says. */
function saidOf(path: string, question: string): string {
  const parts = path.split("/");
  const ends = parts.map((_, at) => parts.slice(at).join("/"));
  return ends.find((end) => question.includes(end)) ?? path;
}

/** Names that source files declare, as they are written, and as they are written small where only one is written so. */
async function declaredIn(look: Look, sources: string[]): Promise<Map<string, string>> {
  if (sources.length > most) return new Map();
  const names = (await codeOf(look, sources)).flatMap(({ facts }) => facts.defines.map(({ name }) => name));
  const small = Map.groupBy(new Set(names), (name) => name.toLowerCase());
  const one = [...small].flatMap(([key, [name, ...more]]) => (more.length === 0 ? [[key, name!] as const] : []));
  return new Map([...one, ...names.map((name) => [name, name] as const)]);
}
