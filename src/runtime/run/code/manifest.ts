import type { ManifestQuestion, ManifestWant } from "../../../code/ask/manifest.ts";
import { usualEntry } from "../../../code/facts/npm.ts";
import type { Draft } from "../../../core/answer.ts";
import type { ManifestFacts } from "../../../core/project.ts";
import { blank } from "../../../engines/state.ts";
import { call, equals, member } from "../../../proof/build.ts";
import { concluded, type Said } from "../conclude.ts";
import { bringing, group, groups } from "./groups.ts";
import { constantsOf, type Look, numbered } from "./look.ts";
import { fields, scripts } from "./scripts.ts";
import { manifestsFor, nothing, type Parts, type Read, sight, value } from "./stated.ts";

/** Answers what a manifest says, all that is asked for. "no_plan" where there is none, or none of the name that is asked for stands in it. */
export async function answerManifest(look: Look, asked: ManifestQuestion): Promise<Draft> {
  const reads = await manifestsFor(look);
  if (reads.length === 0) return blank("no_plan", "There is no manifest that Ergo reads.");
  const all = await Promise.all(reads.map(async (read) => ({ read, parts: await partsFrom(read, asked, look) })));
  // What the first states nothing of, another one beside it may.
  const isTold = (parts: Parts[]) => parts.every(({ said }) => said.length > 0 && !said.some(({ none }) => none));
  const { read, parts } = all.find((each) => isTold(each.parts)) ?? all[0]!;
  if (parts.some(({ said }) => said.length === 0)) return blank("no_plan", `${read.path} says nothing of it.`);
  const others = isTold(parts) ? [] : all.slice(1).flatMap((each) => each.parts.filter(({ said }) => said[0]?.none));
  const told = [...parts, ...others];
  return await concluded(
    told.flatMap(({ said }) => said),
    ...[look.board, look.asking, others.length === 0 ? [read.path] : reads.map(({ path }) => path)],
    told.flatMap(({ list = [] }) => list),
  );
}

/** What is asked for, part by part, as one manifest has it. */
async function partsFrom(stated: Read, asked: ManifestQuestion, look: Look): Promise<Parts[]> {
  const isOfVersion = asked.wants.includes("version") || asked.names.some((name) => name === nameOf(stated));
  const read = isOfVersion ? { ...stated, built: await builtVersion(look, stated) } : stated;
  return asked.wants.map((want) => answers[want](read, asked, look));
}

const answers: Record<ManifestWant, (read: Read, asked: ManifestQuestion, look: Look) => Parts> = {
  licence: (read, { names: [name] }) => {
    const isSo =
      name !== undefined &&
      read.facts.says.some(({ key, value: is }) => key === "licence" && is.toLowerCase() === name.toLowerCase());
    return single(read, "licence", isSo ? "Yes: " : "");
  },
  author: (read) => single(read, "author"),
  version: (read) => single(read, "version"),
  description: (read) => single(read, "description"),
  name: (read) => single(read, "name"),
  field,
  dependencies: (read, asked) => {
    const isFound = asked.names.length > 0 && asked.names.every((name) => dependenciesCalled(name, read).length > 0);
    if (read.facts.open && !isFound)
      return { said: [nothing(read, `${read.path} works out what it depends on when it runs, which can't be told.`)] };
    if (asked.names.length === 0) {
      const scopes: (string | null)[] = asked.scopes.length > 0 ? asked.scopes : [null];
      const each = scopes.map((scope) => dependencies(read, scope));
      return { said: each.flatMap(({ said }) => said), list: each.flatMap(({ list = [] }) => list) };
    }
    const parts = asked.names.map((name) => dependency(read, asked, name));
    return { said: parts.some(({ said }) => said.length === 0) ? [] : parts.flatMap(({ said }) => said) };
  },
  requires,
  scripts,
  entry,
  subpaths,
  key: (read, { names: [name = ""] }) => under(read, name),
  groups,
  group,
  bringing,
};

/** What the package calls itself. */
function nameOf({ facts }: Read): string | undefined {
  return facts.says.find(({ key }) => key === "name")?.value;
}

/** The version that a package of Python takes from a name of its own code (setuptools' `attr`, flit's `__version__`); null where it takes none. */
async function builtVersion(look: Look, read: Read): Promise<Said | null> {
  const { path, facts } = read;
  const attr = facts.says.find(({ key }) => key.endsWith("dynamic.version.attr"))?.value;
  const dynamic = facts.says.some(({ key, value: what }) => key === "project.dynamic" && what === "version");
  const name = nameOf(read);
  const from = attr ?? (dynamic && name ? `${name.replaceAll("-", "_")}.__version__` : null);
  const [, module, last] = /^([\w.]+)\.(\w+)$/.exec(from ?? "") ?? [];
  if (module === undefined || last === undefined) return null;
  const files = [`${module.replaceAll(".", "/")}.py`, `${module.replaceAll(".", "/")}/__init__.py`];
  const paths = look.universe.files.filter((each) => files.some((file) => each === file || each === `src/${file}`));
  for (const seen of await constantsOf(look, paths)) {
    const found = seen.facts.constants.find((each) => each.name === last && each.value !== null);
    if (!found) continue;
    const text = `The version that ${path} takes from ${from} is ${found.value} (${seen.path}:${found.line}).`;
    return { text, claim: equals(call("constant", seen.path, last), found.value!) };
  }
  return null;
}

/** What stands under the first key that the format has for a thing, whole or by its parts. Nothing is said where the format has none. */
function field(read: Read, { fields: asked }: ManifestQuestion): Parts {
  const parts = asked.map((name): Parts => {
    const keys = fields().fields[name]?.[read.facts.format] ?? [];
    if (keys.length === 0) return { said: [] };
    const said = keys.map((key) => value(read, key, (each) => `${key} of ${read.path} is ${each}.`));
    return { said: said.find((each) => each.length > 0) ?? [nothing(read, `${read.path} states no ${keys[0]}.`)] };
  });
  return { said: parts.some(({ said }) => said.length === 0) ? [] : parts.flatMap(({ said }) => said) };
}

function single(read: Read, key: string, head = ""): Parts {
  const say = `${head === "" ? "The" : `${head}the`} ${key} that ${read.path} states is`;
  const found = value(read, key, (each) => `${say} ${each}.`);
  return { said: found.length > 0 ? found : [without(read, key)] };
}

/** What is left to be filled in by what builds it. */
function without(read: Read, key: string): Said {
  if (key === "version" && read.built) return read.built;
  const dynamic = read.facts.says.filter(
    (each) => /\bdynamic\b/.test(each.key) && (each.key.includes(key) || each.value === key),
  );
  const from = dynamic.filter((each) => each.key.includes(`.${key}`));
  if (dynamic.length === 0) return nothing(read, `${read.path} states no ${key}.`);
  const told = (from.length > 0 ? from : dynamic).map(({ key: where, value: each }) => `${where} = ${each}`).join(", ");
  return {
    text: `${read.path} states no ${key} of its own; it is dynamic: ${told}.`,
    seen: dynamic.map(({ line, key: where, value: each }) =>
      sight(read, line, `${read.path}:${line} ${where}: ${each}`),
    ),
  };
}

/** How modules of Go end from their second version on. */
const moduleVersion = /\/v\d+$/;

/** The dependencies of a name; an artifact of Maven also by its own name, or by how that begins: "junit" is junit-jupiter. */
function dependenciesCalled(called: string, { facts }: Read): ManifestFacts["dependencies"] {
  const folded = (name: string) => name.toLowerCase().replaceAll("_", "-");
  const word = folded(called);
  const exact = facts.dependencies.filter(({ name }) => word === folded(name));
  if (exact.length > 0) return exact;
  const alike = facts.dependencies.filter(
    ({ name }) =>
      (name.includes(":") && `${folded(name.replace(/^.*:/, ""))}-`.startsWith(`${word}-`)) ||
      (word.length > 2 && folded(name).replace(moduleVersion, "").endsWith(`/${word}`)),
  );
  return alike.filter(({ name }) => name === alike[0]!.name);
}

/** What a sort of dependencies holds: what is direct is all that no other one brings. */
function isOf(scope: string | null): (each: { scope: string }) => boolean {
  return (each) => scope === null || (scope === "direct" ? each.scope !== "indirect" : each.scope === scope);
}

/** Which version of a dependency is asked for, or whether it is one. That it is none is told of what is written as no word is. */
function dependency(read: Read, { polar, scopes }: ManifestQuestion, called: string): Parts {
  const scope = scopes[0] ?? null;
  const all = dependenciesCalled(called, read);
  // "Which version of semver is this?" asks it of the package itself, and so does "has semver any dev dependencies".
  const isOwn = all.length === 0 && called === nameOf(read);
  if (isOwn && !polar && scope === null) return single(read, "version");
  if (isOwn && polar && scope !== null) return dependencies(read, scope);
  const found = all.filter(isOf(scope));
  const of = scope === null ? "" : `${scope} `;
  if (found.length === 0) {
    if (!polar || scope === "direct" || !(all.length > 0 || /[-/@\d_]/.test(called))) return { said: [] };
    const set = scope === null ? call("dependencies", read.path) : call("dependencies", read.path, scope);
    const name = all[0]?.name ?? called;
    const text = `No: ${read.path} names no ${of}dependency ${name}.`;
    return { said: [{ text, claim: { is: "not", part: member(name, set), at: 0 } }] };
  }
  return {
    said: found.map((each, at): Said => {
      const { name, range, line } = each;
      const text = `${polar && at === 0 ? "Yes: " : ""}${read.path} names ${name}${range ? ` ${range}` : ""} as ${each.scope === "optional" || each.scope === "indirect" ? "an" : "a"} ${each.scope} dependency${each.optional ? ", which may be left out" : ""}.`;
      return range
        ? { text, seen: [sight(read, line, `${read.path}:${line} ${name} ${range}`)] }
        : { text, claim: member(name, call("dependencies", read.path)) };
    }),
  };
}

function dependencies(read: Read, scope: string | null): Parts {
  const found = read.facts.dependencies.filter(isOf(scope));
  const names = [...new Set(found.map(({ name }) => name))];
  const of = (each: string) => call("dependencies", read.path, each);
  const what = `${scope === null ? "" : `${scope} `}${names.length === 1 ? "dependency" : "dependencies"}`;
  const text = `${read.path} names ${names.length === 0 ? "no" : names.length} ${what}.`;
  const flag = (isSo?: true) => (isSo ? ", optional" : "");
  const list = found.map(
    ({ name, range, scope: as, optional }) =>
      `${name} ${range}${scope !== null && scope !== "direct" ? (optional ? " (optional)" : "") : ` (${calledIn(read, as)}${flag(optional)})`}`,
  );
  if (scope !== "direct") {
    const set = scope === null ? call("dependencies", read.path) : of(scope);
    return { said: [{ text, claim: equals(set, names.length) }], list };
  }
  const seen = found.map(({ name, range, line }) => sight(read, line, `${read.path}:${line} ${name} ${range}`));
  return { said: [found.length === 0 ? nothing(read, text) : { text, seen }], list };
}

/** How a manifest itself calls a sort of dependencies. */
function calledIn({ facts }: Read, scope: string): string {
  return facts.format === "maven" && scope === "dev" ? "test" : scope;
}

function requires(read: Read, { runtime }: ManifestQuestion): Parts {
  const found = read.facts.says.filter(({ key }) => key.startsWith("requires."));
  const fits = [
    ...new Set(found.map(({ key }) => key).filter((key) => runtime === null || key === `requires.${runtime}`)),
  ];
  if (fits.length > 0)
    return {
      said: fits.flatMap((key) =>
        value(read, key, (each) => `${read.path} requires ${key.slice("requires.".length)} ${each}.`),
      ),
    };
  const lacks = read.facts.format === "npm" && (runtime === null || runtime === "node");
  const what = lacks ? "engines field, so it requires no version of Node" : "field that requires a version";
  return { said: [nothing(read, `${read.path} has no ${what}${lacks || runtime === null ? "" : ` of ${runtime}`}.`)] };
}

/** What a package gives to others, under some condition alone where one is named. */
function entry(read: Read, { when }: ManifestQuestion, { universe, board }: Look): Parts {
  const isOf = ({ name, when: under = [] }: ManifestFacts["entries"][number]) =>
    when === null ||
    under.includes(when) ||
    name === when ||
    name.startsWith(`${when} `) ||
    (when === "types" && name === "typings");
  const entries = read.facts.entries.filter(isOf);
  const what = when === null ? "entry point" : `entry point for ${when}`;
  const isMain = when === null || when === "main";
  const usual =
    isMain && read.facts.format === "npm" ? usualEntry(read.path, read.facts.entries, new Set(universe.files)) : null;
  const seen = [{ seen: read.observation }, { seen: board.universe()! }];
  const unnamed = `${read.path} names no main file, so Node starts the package with ${usual}.`;
  const more = usual === null ? [] : [{ text: unnamed, seen }];
  if (entries.length === 0) return { said: more.length > 0 ? more : [nothing(read, `${read.path} names no ${what}.`)] };
  const told = entries
    .slice(0, 12)
    .map(
      ({ name, value: each, when: under = [] }) =>
        `${name}${under.length > 0 ? ` (${under.join(", ")})` : ""} → ${each}`,
    );
  const sights = entries.map(({ name, value: each, line }) =>
    sight(read, line, `${read.path}:${line} ${name}: ${each}`),
  );
  const number = entries.length === 1 ? `1 ${what}` : `${entries.length} ${what.replace("point", "points")}`;
  return { said: [{ text: `${read.path} names ${number}: ${told.join(", ")}.`, seen: sights }, ...more] };
}

/** The paths below the package that others may import. */
function subpaths(read: Read): Parts {
  const found = read.facts.entries.filter(({ name }) => name.startsWith("exports "));
  const of = (key: string) =>
    /^exports\.(\.(?:\/[^ ]*?)?)(?:\.(?:import|require|types|default|node|browser|module|@zod\/source|[\w-]+))*$/.exec(
      key,
    )?.[1] ?? [];
  const names =
    found.length > 0
      ? found.map(({ name }) => name.slice("exports ".length))
      : read.facts.says.flatMap(({ key }) => of(key));
  const all = [...new Set(names)];
  if (all.length === 0) return { said: [nothing(read, `${read.path} has no exports map.`)] };
  const seen = found.map(({ name, value: each, line }) => sight(read, line, `${read.path}:${line} ${name}: ${each}`));
  return {
    said: [{ text: `The exports of ${read.path} have ${numbered(all.length, "subpath")}: ${all.join(", ")}.`, seen }],
  };
}

/** What stands under a key, whole or by its parts. */
function under(read: Read, wanted: string): Parts {
  const exact = value(read, wanted, (each) => `${wanted} of ${read.path} is ${each}.`);
  if (exact.length > 0) return { said: exact };
  const below = read.facts.says.filter(({ key }) => key.startsWith(`${wanted}.`)).slice(0, 40);
  if (below.length === 0) return { said: [] };
  const told = below.map(({ key, value: each }) => `${key.slice(wanted.length + 1)} = ${each}`).join(", ");
  const seen = below.map(({ key, value: each, line }) => sight(read, line, `${read.path}:${line} ${key}: ${each}`));
  return { said: [{ text: `${wanted} of ${read.path}: ${told}.`, seen }] };
}
