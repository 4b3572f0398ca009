import type { FileSort } from "../../language/files.ts";
import { isPath, namesIn, type Part, type Placed, readIn, readTables, type Tongue } from "../../language/part.ts";

/** What a manifest may be asked for; "key": what it holds under a key of its own. */
export type ManifestWant =
  | ("licence" | "author" | "version" | "description" | "name" | "homepage")
  | ("dependencies" | "requires" | "scripts" | "entry" | "subpaths" | "key");

/**
 * A question for what a manifest says. `name`: a dependency, script or key; `runtime`: what it is to run on; `scope`: dependencies of one
 * sort alone; `polar`: whether it is asked if something is so.
 */
export type ManifestQuestion = {
  wants: ManifestWant[];
  name: string | null;
  runtime: string | null;
  scope: string | null;
  polar: boolean;
  language: Tongue;
};

type Sort =
  | FileSort
  | ("verb" | "root" | "lack" | "thing" | "scope" | "runtime" | "needs" | "lowest" | "depends" | "tool" | "key");
type Parts = Part<Sort>[];

const tables = readTables<Sort>("code/manifest.json", ["thing", "depends", "tool", "runtime", "key"]);

const files = /(?:^|\/)(?:package\.json|pyproject\.toml|Cargo\.toml|go\.mod|pom\.xml)$/i;

/** Sorts of words that say nothing of a manifest, or nothing else than which. */
const open: ReadonlySet<string> = new Set([
  ...["idle", "within", "root", "folder", "and", "count", "list", "polar", "each", "name"],
  ...["thing", "scope", "runtime", "needs", "lowest", "depends", "tool", "key"],
]);

/** Reads a question for what a manifest says, part by part. Null where a word of it is no part of one. What is said before it may not narrow it. Pure. */
export function readManifest(question: string): ManifestQuestion | null {
  const [, before = "", last = question] = /^(.*[.:;!?])\s+(\S.*)$/s.exec(question.trim()) ?? [];
  if (/\b(?:only|just|except|without|nur|ohne|sans|sauf|solo|sin)\b/i.test(before)) return null;
  // A command in code marks is words.
  const asks = last.replace(/`((?:npm|yarn|pnpm)\s[^`]*)`/g, "$1");
  return readIn(asks, tables, (all, language) => {
    // What is called as a language is may be a dependency.
    const parts = all.map(
      (part): Part<Sort> => (part.sort === "stem" ? { sort: "name", text: part.text, quoted: false } : part),
    );
    if (parts.some(({ sort }) => !open.has(sort))) return null;
    if (parts.some(isOfFiles)) return null;
    const names = namesIn(parts).filter(({ text }) => !files.test(text));
    // Scripts that are counted are files, unless a manifest is named.
    const isPlain = parts.some(({ sort, text }) => sort === "thing" && /^(?:scripts?|skripte?)$/i.test(text));
    if (isPlain && parts.some(({ sort }) => sort === "count") && !namesIn(parts).some(({ text }) => files.test(text)))
      return null;
    const found = asked(parts, names);
    return found && { ...found, polar: parts.some(({ sort }) => sort === "polar"), language };
  });
}

/** Whether a word is one for folders: the scripts of one are files. */
function isOfFiles({ sort, text }: Part<Sort>): boolean {
  return sort === "folder" && !/^(?:package|project|repo|paket|projekt|paquet|projet|paquete|proyecto)/i.test(text);
}

function asked(parts: Parts, names: readonly Placed[]): Omit<ManifestQuestion, "polar" | "language"> | null {
  const is = (sort: Sort) => parts.flatMap((part) => (part.sort === sort && "is" in part ? [part.is] : []));
  const things = [...new Set(is("thing").map((thing) => thing.split(".")[0] as ManifestWant))];
  const [scope = null, ...scopes] = new Set([
    ...is("scope"),
    ...is("thing").flatMap((thing) => thing.split(".").slice(1)),
  ]);
  const [runtime = null, ...runtimes] = new Set(is("runtime"));
  const has = (...sorts: Sort[]) => sorts.some((sort) => is(sort).length > 0);
  const isPolar = has("polar");
  if (scopes.length > 0 || runtimes.length > 0 || !(has("count", "list") || isPolar || things.length > 0)) return null;
  const wants: ManifestWant[] = [];
  const isVersion = things.includes("version");
  if (runtime !== null && (has("needs", "lowest") || isVersion || things.includes("requires"))) wants.push("requires");
  if (has("tool") || things.includes("scripts")) wants.push("scripts");
  if (has("depends")) wants.push("dependencies");
  const others = things.filter((thing) => thing !== "version" || runtime === null);
  const [name, ...more] = names.filter(({ text }) => !(things.includes("subpaths") && /^\.(?:\/|$)/.test(text)));
  const isOfName =
    name !== undefined && !isPolar && (isVersion || (has("needs") && has("list") && things.length === 0));
  if (isOfName) wants.push("dependencies");
  wants.push(...others.filter((thing) => thing !== "version" || !isOfName));
  if (has("key") && name !== undefined && wants.length === 0) wants.push("key");
  const all = [...new Set(wants)];
  const named = { wants: all, name: name?.text ?? null, runtime, scope };
  if (all.length === 0 || more.length > 0 || (scope !== null && !all.includes("dependencies"))) return null;
  if (runtime !== null && !all.includes("requires")) return null;
  // "Which version is needed" may be one of much else.
  if (has("needs", "lowest") && isVersion && runtime === null && name === undefined) return null;
  if (name === undefined) return has("tool") && !things.includes("scripts") ? null : named;
  return isNameable(all, name, { isPolar, isOfName, isTool: has("tool") }) ? named : null;
}

/** Whether a name can be what is asked about: a dependency, where it is asked if it is one or of which version; a script; a key; a licence. */
function isNameable(
  wants: readonly ManifestWant[],
  { text }: Placed,
  { isPolar, isOfName, isTool }: { isPolar: boolean; isOfName: boolean; isTool: boolean },
): boolean {
  if (wants.includes("key") || (isTool && wants.length === 1)) return true;
  if (isPath({ text }) && !text.startsWith("@") && /\.\w+$/.test(text) && !/js$/i.test(text)) return false;
  if (wants.includes("dependencies")) return isPolar || isOfName;
  return isPolar && wants.length === 1 && wants[0] === "licence";
}
