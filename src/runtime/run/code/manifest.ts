import type { ManifestQuestion, ManifestWant } from "../../../code/ask/manifest.ts";
import type { Draft } from "../../../core/answer.ts";
import type { ManifestFacts } from "../../../core/observation.ts";
import { blank } from "../../../engines/state.ts";
import { concluded, type Said } from "../conclude.ts";
import { call, counted, equals, type Look, member } from "./look.ts";
import { manifestFor, nothing, type Read, sight, value } from "./stated.ts";

type Parts = { said: Said[]; list?: string[] };

/** Answers what a manifest says, all that is asked for. "no_plan" where there is none, or none of the name that is asked for stands in it. */
export async function answerManifest(look: Look, asked: ManifestQuestion): Promise<Draft> {
  const read = await manifestFor(look);
  if (read === null) return blank("no_plan", "There is no manifest that Ergo reads.");
  const parts = asked.wants.map((want) => answers[want](read, asked));
  if (parts.some(({ said }) => said.length === 0)) return blank("no_plan", `${read.path} says nothing of it.`);
  return await concluded(
    parts.flatMap(({ said }) => said),
    ...[look.board, look.asking, [read.path]],
    parts.flatMap(({ list = [] }) => list),
  );
}

const answers: Record<ManifestWant, (read: Read, asked: ManifestQuestion) => Parts> = {
  licence: (read, { name }) => {
    const isSo =
      name !== null &&
      read.facts.says.some(({ key, value: is }) => key === "licence" && is.toLowerCase() === name.toLowerCase());
    return single(read, "licence", isSo ? "Yes: " : "");
  },
  author: (read) => single(read, "author"),
  version: (read) => single(read, "version"),
  description: (read) => single(read, "description"),
  name: (read) => single(read, "name"),
  homepage: (read) => single(read, "homepage"),
  dependencies: (read, asked) =>
    asked.name === null ? dependencies(read, asked.scope) : dependency(read, asked, asked.name),
  requires,
  scripts,
  entry,
  subpaths,
  key: (read, { name }) => under(read, name ?? ""),
};

function single(read: Read, key: string, head = ""): Parts {
  const say = `${head === "" ? "The" : `${head}the`} ${key} that ${read.path} states is`;
  const found = value(read, key, (each) => `${say} ${each}.`);
  return { said: found.length > 0 ? found : [without(read, key)] };
}

/** What is left to be filled in by what builds it. */
function without(read: Read, key: string): Said {
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

/** The dependency of a name; an artifact of Maven also by its own name, or by how that begins: "junit" is junit-jupiter. */
function dependencyCalled(called: string, { facts }: Read): ManifestFacts["dependencies"][number] | undefined {
  const folded = (name: string) => name.toLowerCase().replaceAll("_", "-");
  const word = folded(called);
  return facts.dependencies.find(
    ({ name }) =>
      word === folded(name) ||
      (name.includes(":") && `${folded(name.replace(/^.*:/, ""))}-`.startsWith(`${word}-`)) ||
      (word.length > 2 && folded(name).replace(moduleVersion, "").endsWith(`/${word}`)),
  );
}

/** Which version of a dependency is asked for, or whether it is one. That it is none is told of what is written as no word is. */
function dependency(read: Read, { polar, scope }: ManifestQuestion, called: string): Parts {
  const found = dependencyCalled(called, read);
  const of = scope === null ? "" : `${scope} `;
  if (!found || (scope !== null && found.scope !== scope)) {
    if (!polar || !(found || /[-/@\d_]/.test(called))) return { said: [] };
    const set = scope === null ? call("dependencies", read.path) : call("dependencies", read.path, scope);
    const name = found?.name ?? called;
    return {
      said: [
        {
          text: `No: ${read.path} names no ${of}dependency ${name}.`,
          claim: { is: "not", part: member(name, set), at: 0 },
        },
      ],
    };
  }
  const { name, range, line } = found;
  const text = `${polar ? "Yes: " : ""}${read.path} names ${name}${range ? ` ${range}` : ""} as a ${found.scope} dependency.`;
  const said: Said = range
    ? { text, seen: [sight(read, line, `${read.path}:${line} ${name} ${range}`)] }
    : { text, claim: member(name, call("dependencies", read.path)) };
  return { said: [said] };
}

function dependencies(read: Read, scope: string | null): Parts {
  const found = read.facts.dependencies.filter((each) => scope === null || each.scope === scope);
  const names = [...new Set(found.map(({ name }) => name))];
  const set = scope === null ? call("dependencies", read.path) : call("dependencies", read.path, scope);
  const what = `${scope === null ? "" : `${scope} `}${names.length === 1 ? "dependency" : "dependencies"}`;
  const text = `${read.path} names ${names.length === 0 ? "no" : names.length} ${what}.`;
  return {
    said: [{ text, claim: equals(set, names.length) }],
    list: found.map(({ name, range, scope: as }) => `${name} ${range}${scope === null ? ` (${as})` : ""}`),
  };
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

function scripts(read: Read, { name: wanted, wants }: ManifestQuestion): Parts {
  const name = wants.length === 1 ? wanted : null;
  const found = read.facts.scripts.filter((each) => each.name === name);
  if (found.length > 0)
    return {
      said: found.map(({ value: each, line }) => ({
        text: `The script ${name} of ${read.path} runs: ${each}`,
        seen: [sight(read, line, `${read.path}:${line} ${name}: ${each}`)],
      })),
    };
  if (name !== null)
    return { said: read.facts.format === "npm" ? [nothing(read, `${read.path} has no script ${name}.`)] : [] };
  const names = read.facts.scripts.map((each) => each.name);
  const told = names.length === 0 ? "no scripts" : `${counted(names.length, "script")}: ${names.join(", ")}`;
  return {
    said: [{ text: `${read.path} names ${told}.`, claim: equals(call("scripts", read.path), names.length) }],
    list: read.facts.scripts.map((each) => `${each.name}: ${each.value}`),
  };
}

function entry(read: Read): Parts {
  const { entries } = read.facts;
  if (entries.length === 0) return { said: [nothing(read, `${read.path} names no entry point.`)] };
  const told = entries.slice(0, 12).map(({ name, value: each }) => `${name} → ${each}`);
  const seen = entries.map(({ name, value: each, line }) => sight(read, line, `${read.path}:${line} ${name}: ${each}`));
  return {
    said: [{ text: `${read.path} names ${counted(entries.length, "entry point")}: ${told.join(", ")}.`, seen }],
  };
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
    said: [{ text: `The exports of ${read.path} have ${counted(all.length, "subpath")}: ${all.join(", ")}.`, seen }],
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
