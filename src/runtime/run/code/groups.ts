import type { ManifestQuestion } from "../../../code/ask/manifest.ts";
import type { ManifestFacts } from "../../../core/project.ts";
import { call, equals, every, member } from "../../../proof/build.ts";
import type { Said } from "../conclude.ts";
import { numbered } from "./look.ts";
import { nothing, type Parts, type Read } from "./stated.ts";

type Group = ManifestFacts["groups"][number];

const nouns: Readonly<Record<string, string>> = { extra: "extra", group: "group of dependencies", feature: "feature" };
/** Where a format has such groups at all. */
const of: Readonly<Record<string, string>> = { python: "extra", cargo: "feature" };

/** Which extras or features there are, or which of them need not be chosen. Groups of dependencies, which no user installs, are told beside. */
export function groups(read: Read, { names, byDefault, wants }: ManifestQuestion): Parts {
  const noun = of[read.facts.format];
  if (noun === undefined) return { said: [] };
  if (byDefault) return defaults(read, names);
  const all = read.facts.groups;
  const chosen = all.filter(({ is }) => is === noun);
  const others = all.filter(({ is }) => is !== noun);
  const named = numbered(chosen.length, noun);
  const told = chosen.length === 0 ? `no ${noun}s` : `${named}: ${chosen.map(({ name }) => name).join(", ")}`;
  const beside =
    others.length === 0
      ? ""
      : `, beside ${numbered(others.length, "group")} of dependencies: ${others.map(({ name }) => name).join(", ")}`;
  const text = `${read.path} names ${told}${beside}.`;
  const list = wants.includes("group")
    ? []
    : chosen.map(({ name, brings }) => `${name}: ${brings.join(", ") || "nothing"}`);
  return { said: [{ text, claim: equals(call("extras", read.path), all.length) }], list };
}

/** What the feature that is called default brings; whether one is among it. */
function defaults(read: Read, [name]: string[]): Parts {
  if (read.facts.format !== "cargo") return { said: [] };
  const found = read.facts.groups.find((each) => each.name === "default");
  const set = call("extras", read.path, "default");
  if (name !== undefined) {
    const isOne = found?.brings.includes(name) ?? false;
    if (!isOne && !read.facts.groups.some((each) => each.name === name)) return { said: [] };
    const claim = isOne ? member(name, set) : ({ is: "not", part: member(name, set), at: 0 } as const);
    const text = `${isOne ? "Yes: t" : "No: t"}he default features of ${read.path} ${isOne ? "bring" : "don't name"} ${name}.`;
    return { said: [{ text, claim }] };
  }
  if (!found) return { said: [nothing(read, `${read.path} names no default features.`)] };
  const told = found.brings.length === 0 ? "nothing" : found.brings.join(", ");
  return {
    said: [
      {
        text: `By default ${read.path} turns on ${numbered(found.brings.length, "feature")}: ${told}.`,
        claim: holding(read, found),
      },
    ],
  };
}

/** What the extras or features of these names bring; nothing is said where one is not there. */
export function group(read: Read, asked: ManifestQuestion): Parts {
  const { names } = asked;
  const found = names.map((name) => read.facts.groups.filter((each) => folded(each.name) === folded(name)));
  if (found.some((each) => each.length === 0)) return names.length === 1 ? bringing(read, asked) : { said: [] };
  return { said: found.flat().map((each) => sentence(read, each)) };
}

function sentence(read: Read, each: Group): Said {
  const told = each.brings.length === 0 ? "nothing" : `${each.brings.length}: ${each.brings.join(", ")}`;
  return { text: `The ${nouns[each.is]} ${each.name} of ${read.path} brings ${told}.`, claim: holding(read, each) };
}

/** That a group brings so many, and these. */
function holding(read: Read, { name, brings }: Group) {
  const set = call("extras", read.path, name);
  return every([equals(set, new Set(brings).size), ...brings.map((each) => member(each, set))]);
}

/** Which extras or features bring a package. */
export function bringing(read: Read, { names: [name = ""] }: ManifestQuestion): Parts {
  const found = read.facts.groups.filter(({ brings }) => brings.some((each) => packageIn(each) === folded(name)));
  if (found.length === 0) {
    const isKnown = read.facts.dependencies.some((each) => folded(each.name) === folded(name));
    return { said: isKnown ? [nothing(read, `No extra or feature of ${read.path} brings ${name}.`)] : [] };
  }
  return {
    said: found.map((each): Said => {
      const written = each.brings.find((one) => packageIn(one) === folded(name))!;
      const text = `The ${nouns[each.is]} ${each.name} of ${read.path} brings ${written}.`;
      return { text, claim: member(written, call("extras", read.path, each.name)) };
    }),
  };
}

/** The package of a requirement or of an entry of a feature: "httpx[zstd]>=2", "dep:serde", "serde?/std". */
function packageIn(written: string): string {
  return folded(/^(?:dep:)?([\w.-]+)/.exec(written)?.[1] ?? written);
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}
