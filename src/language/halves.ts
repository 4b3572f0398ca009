import { lazy } from "../core/lazy.ts";
import { readData } from "./data.ts";
import { bare } from "./word.ts";

type Sort =
  | "and"
  | "asking"
  | "back"
  | "several"
  | "other"
  | "elliptic"
  | "asks"
  | "measures"
  | "than"
  | "every"
  | "together";
type Words = Record<Sort, string[]> & {
  partitive: Record<string, string[]>;
};

/** Words that join two questions, where the second begins with one that asks; what goes back to one thing; what does in another way. */
const words = lazy(() => {
  const said = readData<Words>("language/joints.json");
  const [and, asking, back, several, other] = [said.and, said.asking, said.back, said.several, said.other].map(
    plainer,
  ) as [string[], string[], string[], string[], string[]];
  const alone = (some: string[], flags: string) =>
    new RegExp(`(?<![\\p{L}\\p{N}'])(?:${some.join("|")})(?=[\\s?!.,]|$)`, flags);
  return {
    joint: new RegExp(
      `(?:[,;]|\\?)?\\s+(?:${and.join("|")})\\s+(?=(?:${asking.join("|")})\\s)|\\?\\s+(?=(?:${asking.join("|")})\\s)`,
      "giu",
    ),
    and: new RegExp(`^(?:[\\s,;]*)(?:${and.join("|")})\\s+`, "iu"),
    asking: new RegExp(`^[¿\\s]*(?:${asking.join("|")})(?![\\p{L}])`, "iu"),
    elliptic: new RegExp(`^(?:${plainer(said.elliptic).join("|")})(?![\\p{L}])`, "iu"),
    back: alone(back, "giu"),
    twofold: measured(and, plainer(said.measures)),
    asks: new RegExp(`^(?:${plainer(said.asks).join("|")})(?![\\p{L}])`, "iu"),
    partitive: Object.entries(said.partitive).map(([files, some]): [string, RegExp] => [
      files,
      alone(plainer(some), "iu"),
    ]),
    thanEach: new RegExp(
      `(?<!\\p{L})(?:${said.than.join("|")})\\s+(?:${said.every.join("|")})(?!\\p{L})(?!.*(?:${said.together.join("|")}))`,
      "iu",
    ),
    several: alone(several, "giu"),
    other: alone([...several, ...other], "iu"),
  };
});

/** Two measures that are joined: "lines and bytes", "lignes et d'octets". */
function measured(and: string[], measures: string[]): RegExp {
  const measure = `(${measures.join("|")})`;
  return new RegExp(
    `(?<!\\p{L})${measure}(?:\\s+(?:${and.join("|")})\\s+(?:d['’])?|\\s*[,/]\\s*)${measure}(?!\\p{L})`,
    "iu",
  );
}

/** Words also as they stand without their accents, where no other word is written so. */
function plainer(words: string[]): string[] {
  return words.flatMap((word) => [word, ...(word.length > 3 ? [bare(word)] : [])]);
}

/** What goes back to one thing that was named, for which its name may stand. */
export function back(): RegExp {
  return words().back;
}

/** "Longer than all tests" is longer than each, and nothing here is set against that. Pure. */
export function isThanEach(question: string): boolean {
  return words().thanEach.test(question);
}

/** Whether what is said begins as a question does. Pure. */
export function isAsking(said: string): boolean {
  return words().asking.test(said);
}

/** What is written as names of files and code are, or stands in code marks. */
const named =
  /`[^`]+`|(?<!\S)(?:[\w.-]+\/[\w./-]*|[\w-]+\.\w+|\w+_\w+|\p{Ll}\w*\p{Lu}\w*|\w+\(\)|\p{Lu}\w*\p{Ll}\w*\p{Lu}\w*)(?=[\s?!,;]|$)/gu;

/** What stands before and behind the one place where two questions are joined; null where there is none, or more than one. */
function cutIn(question: string): { first: string; second: string } | null {
  const [cut, ...more] = [...question.matchAll(words().joint)].filter(({ index }) => index > 0);
  if (cut === undefined || more.length > 0) return null;
  const second = question.slice(cut.index + cut[0].length).replace(/[\s?!.]+$/, "");
  return second === "" ? null : { first: question.slice(0, cut.index).trim(), second };
}

/**
 * The two questions that a question may be made of, as they stand: cut where two are joined, or behind a first question mark. `asks`: the second begins
 * as a question does; `isBound`: it doesn't, goes back to the first, or leaves out what it asks of. Null for one question. Pure.
 */
export function clausesOf(question: string): { first: string; second: string; asks: boolean; isBound: boolean } | null {
  const { and, other, elliptic, several } = words();
  const [, before = "", after = ""] = /^([^?]+)\?\s+(\S.*)$/s.exec(question.trim()) ?? [];
  const behind = after.replace(and, "").replace(/[\s?!.]+$/, "");
  const cut = before === "" ? cutIn(question) : { first: before, second: behind };
  if (cut === null || cut.second === "" || cut.second.includes("?")) return null;
  const { second } = cut;
  const isBack = [back(), several].some((each) => (second.match(each) ?? []).length > 0);
  const asks = isAsking(second);
  const isBound = isBack || !asks || [other, elliptic].some((each) => each.test(second));
  return { first: `${cut.first}?`, second: `${second}?`, asks, isBound };
}

/**
 * Two questions in one, each as one that stands by itself: what goes back to the one thing that the first names is put in words. Null where
 * there are not two, or where the second may be about what the first names without saying so. Pure.
 */
export function halvesOf(question: string): [string, string] | null {
  const { other, elliptic } = words();
  const { first, second } = cutIn(question) ?? {};
  // "How many contain x" is asked of what the first names.
  if (first === undefined || second === undefined || elliptic.test(second) || other.test(second)) return null;
  const [one, two] = [namedIn(first), namedIn(second)];
  const bound = second.match(back()) ?? [];
  const isBack = bound.length === 1 && two.length === 0 && one.length === 1;
  if (isBack) return [`${first}?`, `${second.replace(back(), () => one[0]!)}?`];
  return one.length > 0 === two.length > 0 && !(one.length === 0 && bound.length > 0)
    ? [`${first}?`, `${second}?`]
    : null;
}

/** A question for two measures, once for each: "how many lines and bytes has a.ts?" Null where it asks for one. Pure. */
export function measuresOf(question: string): [string, string] | null {
  const { twofold } = words();
  if (!twofold.test(question)) return null;
  return [question.replace(twofold, "$1"), question.replace(twofold, "$2")];
}

/** Where the thing that a second question is of stands in it, which only the answer to the first one names. */
export const it = "{it}";

/**
 * A question for files, and one about those: "which file is the biggest, and how many lines has it?" `about`: how the second one may stand by
 * itself, with {@link it} where what was found is meant. Null where there are not two such. Pure.
 */
export function thenOf(question: string): { first: string; about: string[] } | null {
  const { back: one, several } = words();
  const { first, second } = cutIn(question) ?? {};
  if (first === undefined || second === undefined || namedIn(second).length > 0) return null;
  const bound = [one, several].flatMap((each) => second.match(each) ?? []);
  if (bound.length > 1) return null;
  const put = [one, several].reduce((said, each) => said.replace(each, () => it), second);
  const about = bound.length === 1 ? [put] : [`${second} ${it}`, `${second} in ${it}`];
  return { first: `${first}?`, about: about.map((each) => `${each}?`) };
}

/**
 * A question for files, and one for some of those: "how many go files are there, and how many of them are tests?" `rest`: how the second one may
 * stand by itself. `isSaid`: whether it says that it is of those. Null where there are not two such. Pure.
 */
export function someOf(question: string): { first: string; rest: string[]; isSaid: boolean } | null {
  const { partitive, elliptic, asks, several } = words();
  const { first, second } = cutIn(question) ?? {};
  if (first === undefined || second === undefined) return null;
  const said = partitive.filter(([, some]) => some.test(second));
  const isSaid = said.length > 0;
  // "And what do they do" asks something else of them.
  if (!isSaid && [back(), several].some((each) => (second.match(each) ?? []).length > 0)) return null;
  if (!isSaid && !elliptic.test(second)) return null;
  const put = (files: string, some: RegExp) =>
    isSaid ? second.replace(some, files) : second.replace(asks, `$& ${files}`);
  const rest = (isSaid ? said : partitive).map(([files, some]) => `${put(files, some)}?`);
  return { first: `${first}?`, rest, isSaid };
}

/** What a text names as files and code are named, each once. Pure. */
export function namedIn(text: string): string[] {
  return [...new Set([...text.matchAll(named)].map(([name]) => name))];
}
