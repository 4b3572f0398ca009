import type { FileSort } from "../../language/files.ts";
import {
  has,
  isPath,
  namesIn,
  type Part,
  type Placed,
  partsOf,
  readIn,
  readTables,
  type Tongue,
} from "../../language/part.ts";

/**
 * What a manifest may be asked for; "key": what it holds under a key of its own, "field": under those that a thing has by its format, "groups":
 * extras, groups of dependencies or features; "group": what one brings; "bringing": which of them bring a package.
 */
export type ManifestWant =
  | ("licence" | "author" | "version" | "description" | "name" | "field" | "key")
  | ("dependencies" | "requires" | "scripts" | "entry" | "subpaths" | "groups" | "group" | "bringing");

/**
 * A question for what a manifest says. `names`: dependencies, scripts, keys or groups; `runtime`: what it is to run on; `scopes`: dependencies of these
 * sorts alone; `fields`: things that a format has a key for; `role`: what scripts are for; `commands`: scripts are asked for by what they
 * run; `when`: the condition of an entry point; `byDefault`: groups that need not be chosen; `polar`: whether it is asked if something is so.
 */
export type ManifestQuestion = {
  wants: ManifestWant[];
  names: string[];
  runtime: string | null;
  scopes: string[];
  fields: string[];
  role: string | null;
  commands: boolean;
  when: string | null;
  byDefault: boolean;
  polar: boolean;
  language: Tongue;
};

type Sort =
  | FileSort
  | ("verb" | "root" | "lack" | "thing" | "scope" | "runtime" | "needs" | "lowest" | "depends" | "tool" | "key")
  | ("runs" | "role" | "brings" | "default" | "when" | "loads" | "flag");
type Parts = Part<Sort>[];

const subjects: Sort[] = ["thing", "depends", "tool", "runtime", "key", "lowest", "brings", "loads"];
const tables = readTables<Sort>("code/manifest.json", subjects);

const files =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:cfg|py)|requirements[\w.-]*\.txt|Cargo\.toml|go\.mod|pom\.xml)$/i;

/** Sorts of words that say nothing of a manifest, or nothing else than which. */
const open: ReadonlySet<string> = new Set([
  ...["idle", "within", "root", "folder", "and", "or", "count", "list", "polar", "each", "name"],
  ...["thing", "scope", "runtime", "needs", "lowest", "depends", "tool", "key"],
  ...["runs", "role", "brings", "default", "when", "loads", "flag"],
]);

/** "npm run build": a script as it is called by hand. */
const typed = /(?<![\w-])((?:npm|pnpm|yarn|bun) run) (?!scripts?(?![\w:-]))["'`]?(\w[\w:.-]*?)["'`]?(?=[\s?!,]|\.?$)/;

/** Reads a question for what a manifest says, part by part. Null where a word of it is no part of one. What is said before it may not narrow it. Pure. */
export function readManifest(question: string): ManifestQuestion | null {
  const [, before = "", last = question] = /^(.*[.:;!?])\s+(\S.*)$/s.exec(question.trim()) ?? [];
  if (/\b(?:only|just|except|without|nur|ohne|sans|sauf|solo|sin)\b|\?/i.test(before)) return null;
  // It may go back to what was named there.
  if (before !== "" && /\b(?:its?|es|er|sie|il|elle|lo)\b/i.test(last)) return null;
  // A command in code marks is words; what it runs is a script by its name, whatever else that word may be.
  const asks = last.replace(/`((?:npm|yarn|pnpm|pip|uv)\s[^`]*)`/g, "$1").replace(typed, '$1 script "$2"');
  return readIn(asks, tables, (all, language) => {
    // What is called as a language is may be a dependency.
    const parts = all.map(
      (part): Part<Sort> => (part.sort === "stem" ? { sort: "name", text: part.text, quoted: false } : part),
    );
    if (parts.some((part, at) => !open.has(part.sort) && !isOfEntry(parts, at))) return null;
    if (parts.some(isOfFiles)) return null;
    // "How many are there, and how many of them are dev?"
    if (parts.filter(({ sort }) => sort === "count").length > 1) return null;
    const names = namesIn(parts).filter(({ text }) => !files.test(text));
    // Scripts that are counted are files, unless a manifest is named.
    const isPlain = parts.some(({ sort, text }) => sort === "thing" && /^(?:scripts?|skripte?)$/i.test(text));
    if (isPlain && has(parts, "count") && !namesIn(parts).some(({ text }) => files.test(text))) return null;
    const told = readBefore(before, language);
    const found = asked(parts, names, told);
    return found && { ...found, polar: has(parts, "polar") && !has(parts, "or"), language };
  });
}

function is(parts: Parts, sort: Sort): string[] {
  return [...new Set(parts.flatMap((part) => (part.sort === sort && "is" in part ? [part.is] : [])))];
}

/** What runs it, where the sentence before names one thing alone that may: "We are on an old Node. Which is the oldest version this takes?" */
function readBefore(text: string, language: Tongue): string | null {
  const [runtime = null, ...more] = text === "" ? [] : is(partsOf(text, tables.of(language)), "runtime");
  return more.length > 0 ? null : runtime;
}

/** Whether a word is one for folders: the scripts of one are files. */
function isOfFiles({ sort, text }: Part<Sort>): boolean {
  return (
    sort === "folder" && !/^(?:package|project|repo|crate|paket|projekt|paquet|projet|paquete|proyecto)/i.test(text)
  );
}

/** Whether the word for files asks for an entry point: which file is loaded, and where. */
function isOfEntry(parts: Parts, at: number): boolean {
  return parts[at]!.sort === "file" && has(parts, "loads") && has(parts, "when");
}

type Asked = Omit<ManifestQuestion, "polar" | "language">;

function asked(parts: Parts, names: readonly Placed[], told: string | null): Asked | null {
  const all = is(parts, "thing");
  const fields = all.flatMap((thing) => (thing.startsWith("field.") ? [thing.slice("field.".length)] : []));
  const others = all.filter((thing) => !thing.startsWith("field."));
  const things = [...new Set(others.map((thing) => thing.split(".")[0] as ManifestWant))];
  const scopes = [...new Set([...is(parts, "scope"), ...others.flatMap((thing) => thing.split(".").slice(1))])];
  // "Dependencies and dev dependencies"
  if (others.includes("dependencies") && others.some((thing) => thing.startsWith("dependencies.")))
    scopes.push("runtime");
  // "Is it a dependency or a dev dependency?" asks which it is.
  if (has(parts, "or")) {
    const isEither = has(parts, "polar") && names.length === 1 && others.every((thing) => /^dependencies/.test(thing));
    const isOfTwo = new Set([...others, ...is(parts, "scope")]).size > 1 && others.length > 0;
    return isEither && isOfTwo && fields.length === 0
      ? { ...plain, wants: ["dependencies"], names: names.map(({ text }) => text) }
      : null;
  }
  const runtimes = is(parts, "runtime");
  const isPolar = has(parts, "polar");
  const isLow = has(parts, "lowest") && runtimes.length > 0;
  if (runtimes.length > 1 || !(has(parts, "count", "list", "loads") || isPolar || all.length > 0 || isLow)) return null;
  const rest = { ...plain, fields, scopes };
  const said = { parts, things, names, isPolar, rest };
  // "Does it pull in any runtime dependencies?" asks which there are.
  const isOfGroups =
    has(parts, "default") || (has(parts, "brings") && !(things[0] === "dependencies" && names.length === 0));
  if (isOfGroups || things.includes("groups") || names.some(({ text }) => chosen.test(text))) return groups(said);
  if (has(parts, "loads", "when")) return entry(said);
  const isRun = parts.some(({ sort, text }) => sort === "tool" && /\srun$/i.test(text));
  const ofScripts = isRun || has(parts, "runs", "role") ? scripts(said) : null;
  if (ofScripts || has(parts, "role")) return ofScripts;
  const isLowest = has(parts, "lowest", "needs") && things.includes("version") && runtimes.length === 0;
  const runtime = runtimes[0] ?? (isLowest && names.length === 0 ? told : null);
  return stated({ ...said, rest: { ...rest, runtime } });
}

type Said = { parts: Parts; things: ManifestWant[]; names: readonly Placed[]; isPolar: boolean; rest: typeof plain };

const plain = {
  names: [] as string[],
  runtime: null as string | null,
  scopes: [] as string[],
  fields: [] as string[],
  role: null as string | null,
  commands: false,
  when: null as string | null,
  byDefault: false,
};

/** A package with what is chosen of it: "starlette[full]". */
const chosen = /^[\w.-]+\[([\w.,-]+)\]$/;

/** "Which extras are there, and what is in the test one?", "what does starlette[full] bring?", "which feature enables serde?" */
function groups({ parts, things, names, isPolar, rest }: Said): Asked | null {
  const isOfGroups = things.includes("groups");
  const picked = names.flatMap(({ text }) => chosen.exec(text)?.[1]?.split(",") ?? []);
  const bare = names.filter(({ text }) => !chosen.test(text)).map(({ text }) => text);
  const others = things.filter((thing) => thing !== "groups" && thing !== "dependencies");
  if (others.length > 0 || rest.scopes.length > 0 || rest.fields.length > 0 || has(parts, "runtime", "when", "loads"))
    return null;
  const byDefault = has(parts, "default");
  if (picked.length > 0) return bare.length > 0 || byDefault ? null : { ...rest, wants: ["group"], names: picked };
  if (has(parts, "runs", "depends")) return null;
  const isChosen = byDefault && isPolar && bare.length === 1;
  if (!isOfGroups) return isChosen ? { ...rest, wants: ["groups"], names: bare, byDefault } : null;
  if (bare.length === 0) return { ...rest, wants: ["groups"], byDefault };
  if (byDefault) return isChosen ? { ...rest, wants: ["groups"], names: bare, byDefault } : null;
  const asks = parts.filter(({ sort }) => sort === "list" || sort === "count").length;
  if (asks > 1) return { ...rest, wants: ["groups", "group"], names: bare };
  return bare.length === 1 ? { ...rest, wants: [isBringing(parts) ? "bringing" : "group"], names: bare } : null;
}

/** Whether the word for what is chosen is what is asked for, and the name what it brings: "which extra brings jinja2". */
function isBringing(parts: Parts): boolean {
  const asks = parts.findIndex(({ sort }) => sort === "list");
  const thing = parts.findIndex(({ sort }) => sort === "thing");
  const brings = parts.findIndex(({ sort }) => sort === "brings" || sort === "needs");
  const name = parts.findIndex(({ sort }) => sort === "name");
  return asks >= 0 && asks < thing && thing < brings && brings < name;
}

/** "Which file does a bundler take for the browser?", "the types entry" */
function entry({ parts, things, names, isPolar, rest }: Said): Asked | null {
  const [when = null, ...more] = is(parts, "when");
  const isOfEntry = things.length === 1 && things[0] === "entry";
  const isLoaded = things.length === 0 && has(parts, "loads") && has(parts, "file", "list");
  const isOpen = has(parts, "runtime", "key", "needs", "lowest", "depends", "count");
  if (when === null || more.length > 0 || !(isOfEntry || isLoaded) || isOpen) return null;
  if (names.length > 0 || isPolar || rest.scopes.length > 0 || rest.fields.length > 0) return null;
  return { ...rest, wants: ["entry"], when };
}

/** "Which script runs the linter?", "what does npm run build execute?" */
function scripts({ parts, things, names, isPolar, rest }: Said): Asked | null {
  const [role = null, ...more] = is(parts, "role");
  const isOfScripts = things.includes("scripts") || has(parts, "tool");
  if (!isOfScripts || more.length > 0 || names.length > 1 || (role !== null && names.length > 0)) return null;
  if (things.some((thing) => thing !== "scripts") || rest.scopes.length > 0 || rest.fields.length > 0) return null;
  if (has(parts, "runtime", "lowest", "depends", "key") || isPolar) return null;
  const thing = parts.findIndex(({ sort, text }) => sort === "thing" || (sort === "tool" && /script$/i.test(text)));
  const runs = parts.findIndex(({ sort }) => sort === "runs");
  const of = parts.findIndex(({ sort }) => sort === "name" || sort === "role");
  const commands = thing >= 0 && thing < runs && runs < of;
  if (names.length === 0 && role === null && !has(parts, "list", "count")) return null;
  return { ...rest, wants: ["scripts"], names: names.map(({ text }) => text), role, commands };
}

/** Everything else: single things, dependencies and what is required, several at once. */
function stated({ parts, things, names, isPolar, rest }: Said): Asked | null {
  const { scopes } = rest;
  // The edition of Rust is one of the package.
  const isPlain = rest.fields.length > 0 && !has(parts, "needs", "lowest") && !things.includes("version");
  const runtime = isPlain ? null : rest.runtime;
  const wants: ManifestWant[] = [];
  const isVersion = things.includes("version");
  if (runtime !== null && (has(parts, "needs", "lowest") || isVersion || things.includes("requires")))
    wants.push("requires");
  if (has(parts, "tool") || things.includes("scripts")) wants.push("scripts");
  // "Is serde optional?"
  const isOfScope = isPolar && scopes.length === 1 && names.length === 1 && things.length === 0;
  if (has(parts, "depends") || isOfScope) wants.push("dependencies");
  // "The python version, and the version of the package" are two.
  const isTwice = parts.filter((part) => part.sort === "thing" && "is" in part && part.is === "version").length > 1;
  const others = things.filter((thing) => thing !== "version" || runtime === null || isTwice);
  const free = names.filter(({ text }) => !(things.includes("subpaths") && /^\.(?:\/|$)/.test(text)));
  const isOfName =
    free.length > 0 &&
    !isPolar &&
    (isVersion || (has(parts, "needs") && has(parts, "list") && things.length === 0 && rest.fields.length === 0));
  if (isOfName) wants.push("dependencies");
  wants.push(...others.filter((thing) => thing !== "version" || !isOfName));
  if (rest.fields.length > 0) wants.push("field");
  if (has(parts, "key") && free.length > 0 && wants.length === 0) wants.push("key");
  const all = [...new Set(wants)];
  const found = { ...rest, runtime, wants: all, names: free.map(({ text }) => text) };
  if (all.length === 0 || (scopes.length > 0 && !all.includes("dependencies"))) return null;
  if (runtime !== null && !all.includes("requires")) return null;
  if (has(parts, "flag") && !(all.length === 1 && scopes.includes("peer"))) return null;
  // "Which version is needed" may be one of much else.
  if (has(parts, "needs", "lowest") && isVersion && runtime === null && free.length === 0) return null;
  const isTool = has(parts, "tool");
  if (free.length === 0) return isTool && !things.includes("scripts") ? null : found;
  if (scopes.length > 1 || (free.length > 1 && !(isVersion && isOfName && isRow(parts, free)))) return null;
  return free.every((name) => isNameable(all, name, { isPolar, isOfName, isTool })) ? found : null;
}

/** Whether names stand beside each other. */
function isRow(parts: Parts, names: readonly Placed[]): boolean {
  return parts.slice(names[0]!.at, names.at(-1)!.at).every(({ sort }) => sort === "name" || sort === "and");
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
