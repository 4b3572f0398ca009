import { compileGlob } from "../core/glob.ts";
import { readData } from "./data.ts";
import type { Tongue } from "./part.ts";

type Called = { names?: string[]; nouns?: string[] };
type Kind = { id: string; extensions?: string[]; globs?: string[]; of?: string[] } & Called;
type Said = { forms: string[]; kinds: Record<string, Called> };

/** Kinds that are meant only where files are spoken of: "tests" may be much else. */
const bare: ReadonlySet<string> = new Set(["test"]);

let loaded: { kinds: Kind[]; said: Record<Tongue, Said> } | undefined;

function data() {
  loaded ??= {
    kinds: readData<{ kinds: Kind[] }>("kinds.json").kinds,
    said: readData<Record<Tongue, Said>>("language/kinds.json"),
  };
  return loaded;
}

/**
 * How sorts of files are called in a language, by the id of the sort or the glob of an extension: `kind` with the word for files, "Markdown
 * file", `stem` without it, as "js" in "js and ts files".
 */
export function kindsIn(tongue: Tongue): Names {
  const made = called.get(tongue) ?? namesIn(tongue);
  called.set(tongue, made);
  return made;
}

type Names = { kind: Record<string, string[]>; stem: Record<string, string[]> };
const called = new Map<Tongue, Names>();

function namesIn(tongue: Tongue): Names {
  const { kinds, said } = data();
  const { forms, kinds: here } = said[tongue];
  const stem: Record<string, string[]> = {};
  const kind: Record<string, string[]> = {};
  const extensions = new Set(kinds.flatMap(({ extensions: ends = [] }) => ends.map((end) => end.toLowerCase())));
  for (const end of extensions) stem[`*.${end}`] = [end, `.${end}`];
  // A name goes before the extension that is written alike: "ts files" are those of TypeScript.
  for (const { id, names = [] } of kinds) stem[id] = [...names, ...(here[id]?.names ?? [])];
  for (const [is, names] of Object.entries(stem))
    kind[is] = names.flatMap((name) => forms.map((form) => form.replace("{}", name)));
  for (const { id, nouns = [] } of kinds) if (!bare.has(id)) kind[id]!.push(...nouns, ...(here[id]?.nouns ?? []));
  return { kind, stem };
}

/** The extensions of a sort of files by what it is called in English; none for what is no sort. Pure. */
export function endingsOf(name: string): string[] {
  return data().kinds.find(({ names = [] }) => names.includes(name.toLowerCase()))?.extensions ?? [];
}

/** Whether a file is of a sort: by its id, or by the glob of an extension. Pure. */
export function isOfKind(path: string, kind: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (kind.includes("*")) return compileGlob(kind.toLowerCase()).matches(name);
  const { extensions = [], globs = [], of = [] } = data().kinds.find(({ id }) => id === kind) ?? { id: kind };
  return (
    extensions.some((end) => name.endsWith(`.${end.toLowerCase()}`)) ||
    globs.some((glob) => compileGlob(`**/${glob.toLowerCase()}`).matches(path.toLowerCase())) ||
    of.some((other) => isOfKind(path, other))
  );
}
