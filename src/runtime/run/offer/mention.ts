import { isSource } from "../../../core/declaration.ts";
import { readData } from "../../../language/data.ts";
import { isEnding } from "../../../language/files.ts";
import { kindsIn } from "../../../language/kind.ts";
import type { Tongue } from "../../../language/part.ts";
import { codeOf, type Look } from "../code/look.ts";
import { isNameLike } from "../code/naming.ts";
import { manifestFor } from "../code/stated.ts";
import { isStrange } from "./usual.ts";
import type { Named } from "./vocabulary.ts";

/** Source files at most whose declarations are looked through for the words of a question. */
const most = 200;

/** What a code base has names for: what it declares, as it is written and as it is written small where only one is, and packages. */
type Known = { names: Map<string, string>; packages: Set<string> };

/** What stands in quotes, or in code marks and is no word alone. */
const texts = /["“„«]([^"”“»]{2,})["”»]|(?<!\p{L})'([^']{2,})'(?!\p{L})|`([^`]*\s[^`]*)`/gu;

/** What the words of a question name in a folder; `isQuick`: without reading its source files. */
export async function mentionedIn(look: Look, tongue: Tongue, isQuick: boolean): Promise<Named[]> {
  const { question, words, files, dirs, universe } = look;
  const quoted = [...question.matchAll(texts)].map(([, one, other, third]) => (one ?? other ?? third!).trim());
  const called = new Set(files.map((file) => file.slice(file.lastIndexOf("/") + 1)));
  const bare = words.map((word) => word.replace(/^(?:this|self)\./, "").replace(/\(\)?$/, ""));
  const rest = bare.filter((word) => !called.has(word) && !files.includes(word) && !quoted.includes(word));
  const sources = universe.files.filter(isSource);
  const known = isQuick
    ? { names: new Map<string, string>(), packages: new Set<string>() }
    : await knownIn(look, sources);
  const stems = Map.groupBy(sources, (path) => path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, ""));
  const byWord = rest.flatMap((word): Named[] => {
    const [file, ...more] = stems.get(word) ?? [];
    const marks = marksOf(word, tongue);
    if (marks.length > 0) return marks;
    const named = [
      ...namesOf(word, known, isQuick),
      ...(file !== undefined && more.length === 0
        ? [{ said: word, text: file, is: "file" as const, isSure: false }]
        : []),
      ...dirsOf(word, look),
      ...kindsOf(word, tongue),
      ...numbersOf(word, tongue),
      ...missingOf(word),
    ];
    return named.length > 0 ? named : strangeOf(word, tongue);
  });
  return [
    ...files.map((text): Named => ({ said: saidOf(text, question), text, is: "file", isSure: true })),
    ...dirs.map((text): Named => ({ said: saidOf(text, question), text, is: "dir", isSure: true })),
    ...quoted.map((text): Named => ({ said: text, text, is: "text", isSure: true })),
    ...byWord,
  ];
}

/** A word as a name of code, a package, or, where it is written as neither and as no word of a language, a text. */
function namesOf(word: string, { names, packages }: Known, isQuick: boolean): Named[] {
  if (isQuick) return isNameLike(word) ? [{ said: word, text: word, is: "name", isSure: true }] : [];
  const name = names.get(word) ?? names.get(word.toLowerCase()) ?? names.get(word.replace(/^(?:\p{Ll}\w*\.)+/u, ""));
  if (isEnding({ text: word })) return [];
  const isCode = isNameLike(word) || /[\p{L}\d][._:@/][\p{L}\d]|^[@#]\p{L}/u.test(word);
  const isPackage = packages.has(word) || packages.has(word.toLowerCase());
  const found: Named[] = [];
  if (name !== undefined && word.length > 2) found.push({ said: word, text: name, is: "name", isSure: isCode });
  if (isPackage) found.push({ said: word, text: word, is: "package", isSure: isCode || word.includes("-") });
  if (isCode && name === undefined) {
    if (/^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(word)) found.push({ said: word, text: word, is: "name", isSure: true });
    if (!isPackage) found.push({ said: word, text: word, is: "text", isSure: true });
  }
  return found;
}

/** Folders that are called so, where a word of place tells nothing: only one is. */
function dirsOf(word: string, { universe, dirs }: Look): Named[] {
  if (!/^[\p{L}\d_-]{2,}$/u.test(word)) return [];
  const found = universe.dirs.filter((dir) => dir === word || dir.endsWith(`/${word}`));
  const top = found.includes(word) ? word : found.length === 1 ? found[0]! : null;
  return top === null || dirs.includes(top) ? [] : [{ said: word, text: top, is: "dir", isSure: false }];
}

function kindsOf(word: string, tongue: Tongue): Named[] {
  const small = word.toLowerCase();
  if (isEnding({ text: word })) return [{ said: word, text: word.replace(/^\*/, ""), is: "kind", isSure: true }];
  const own = kindsIn("en").stem;
  const id = [kindsIn(tongue), kindsIn("en")]
    .flatMap(({ kind, stem }) => [...Object.entries(stem), ...Object.entries(kind)])
    .find(([, names]) => names.includes(small))?.[0];
  const [text] = id === undefined || id === "code" || id === "document" ? [] : own[id]!;
  return text === undefined ? [] : [{ said: word, text, is: "kind", isSure: false }];
}

/** What stands in code for a thing that is called so: "todos". */
function marksOf(word: string, tongue: Tongue): Named[] {
  const { mark } = readData<Record<Tongue, { mark?: Record<string, string[]> }>>("language/amounts.json")[tongue];
  const text = Object.entries(mark ?? {}).find(
    ([is, names]) => !is.includes("|") && names.includes(word.toLowerCase()),
  )?.[0];
  return text === undefined ? [] : [{ said: word, text, is: "text", isSure: true }];
}

function numbersOf(word: string, tongue: Tongue): Named[] {
  const { number } = readData<Record<Tongue, { number: Record<string, string[]> }>>("language/amounts.json")[tongue];
  const small = word.toLowerCase();
  if (/^(?:\d{4}-\d{2}(?:-\d{2})?|\d{1,2}\.\d{1,2}\.\d{4})$/.test(word))
    return [{ said: word, text: word, is: "date", isSure: true }];
  const [, glued] = /^(\d{1,6})[a-z]{1,2}$/i.exec(word) ?? [];
  if (glued !== undefined) return [{ said: word, text: glued, is: "number", isSure: true }];
  if (/^\d{1,6}$/.test(word)) return [{ said: word, text: word, is: "number", isSure: true }];
  const text = Object.entries(number).find(([, names]) => names.includes(small))?.[0];
  return text === undefined ? [] : [{ said: word, text, is: "number", isSure: false }];
}

/** A path that is not here. */
function missingOf(word: string): Named[] {
  const isPath = /^[\w./-]*\w\.[a-z]\w{0,4}$/i.test(word);
  return isPath ? [{ said: word, text: word, is: "file", isSure: false }] : [];
}

/** What no usual question says may be a text or a name. */
function strangeOf(word: string, tongue: Tongue): Named[] {
  if (!isStrange(word, tongue)) return [];
  return [
    { said: word, text: word, is: "text", isSure: false, isGuess: true },
    { said: word, text: word, is: "name", isSure: false, isGuess: true },
  ];
}

/** How a question says a path: by as much of its end as it says. */
function saidOf(path: string, question: string): string {
  const parts = path.split("/");
  const ends = parts.map((_, at) => parts.slice(at).join("/"));
  return ends.find((end) => question.includes(end)) ?? path;
}

async function knownIn(look: Look, sources: string[]): Promise<Known> {
  const manifest = await manifestFor(look);
  const packages = new Set(manifest?.facts.dependencies.map(({ name }) => name));
  const seen = sources.length > most ? [] : await codeOf(look, sources);
  for (const { module } of seen.flatMap(({ facts }) => facts.imports))
    if (!/^[./]/.test(module)) for (const name of [module, module.replace(/[./].*$/, "")]) packages.add(name);
  const names = seen.flatMap(({ facts }) => facts.defines.map(({ name }) => name));
  const small = Map.groupBy(new Set(names), (name) => name.toLowerCase());
  const one = [...small].flatMap(([key, [name, ...more]]) => (more.length === 0 ? [[key, name!] as const] : []));
  return { names: new Map([...one, ...names.map((name) => [name, name] as const)]), packages };
}
