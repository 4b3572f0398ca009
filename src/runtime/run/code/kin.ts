import type { Draft } from "../../../core/answer.ts";
import type { FunctionFacts, Observation } from "../../../core/observation.ts";
import { blank } from "../../../engines/state.ts";
import { concluded } from "../conclude.ts";
import { done, functionsOf, headed, type Look, meantSources, numbered } from "./look.ts";

type Type = FunctionFacts["types"][number] & { path: string; observation: Observation };

const unknown = (why: string) => blank("no_plan", why);

/** The types of the source files that count, each with its place; what one implements by a block of its own, wherever, is what it extends. */
export async function typesIn(look: Look): Promise<Type[]> {
  const seen = await functionsOf(look, meantSources(look));
  const blocks = seen.flatMap(({ path, facts, observation }) =>
    (facts.implemented ?? []).map((each) => ({ path, observation, ...each })),
  );
  const types = seen.flatMap(({ path, facts, observation }) =>
    facts.types.map((each): Type => ({ path, observation, ...each })),
  );
  // Of several types that are called alike it is the one of the same file, or none can be told.
  const ownerOf = (block: (typeof blocks)[number]) => {
    const called = types.filter(({ name, path }) => name === block.name && path.endsWith(".rs"));
    const here = called.filter(({ path }) => path === block.path);
    return here.length === 1 ? here[0] : called.length === 1 ? called[0] : undefined;
  };
  const owned = Map.groupBy(blocks, ownerOf);
  const declared = types.map((each) => ({
    ...each,
    extends: [...new Set([...each.extends, ...(owned.get(each) ?? []).map(({ of }) => of)])],
  }));
  // What is implemented for a type of elsewhere stands where that is done.
  const foreign = (owned.get(undefined) ?? []).map(
    ({ of, ...block }): Type => ({ ...block, kind: "impl", documented: false, extends: [of] }),
  );
  return [...declared, ...foreign];
}

/** The name that is meant among some: as it is written, else the one that differs in case or is its singular. */
function meant(name: string, names: readonly string[]): string {
  if (names.includes(name)) return name;
  const forms = new Set([name, name.replace(/s$/, ""), name.replace(/es$/, "")].map((form) => form.toLowerCase()));
  const found = new Set(names.filter((each) => forms.has(each.toLowerCase())));
  return found.size === 1 ? [...found][0]! : name;
}

/** The types that extend another, by its name; those that extend these are told beneath. */
export async function subclasses(look: Look, called: string): Promise<Draft> {
  const all = await typesIn(look);
  const name = meant(called, [...all.map((each) => each.name), ...all.flatMap((each) => each.extends)]);
  const found = all.filter((each) => each.extends.includes(name));
  const own = all.filter((each) => each.name === name);
  if (found.length === 0 && own.length === 0) return unknown("No type of that name is declared here.");
  if (found.length === 0 && own.every(({ path }) => path.endsWith(".go")))
    return unknown(`Which types of Go implement ${name} is written nowhere.`);
  // What Rust derives, or implements for every type, is not read.
  const isOpen = all.some(({ path }) => path.endsWith(".rs"));
  if (found.length === 0 && isOpen) return unknown(`Which types derive ${name} is not read.`);
  const told =
    found.length === 0
      ? `Nothing here extends ${name} itself.`
      : `${isOpen ? "At least " : ""}${numbered(found.length, "type")} extend${found.length === 1 ? "s" : ""} ${name}: ${found.map((each) => each.name).join(", ")}.`;
  const seen = found.map(({ path, line, name: heir, observation }) => ({
    seen: observation,
    show: { line, text: `${path}:${line} ${heir} extends ${name}` },
  }));
  const looked = [...new Set(all.map(({ observation }) => observation))].map((each) => ({ seen: each }));
  const below = belowOf(found, all);
  return await concluded(
    [{ text: headed(look, found.length > 0, told), seen: seen.length > 0 ? seen : looked }],
    ...[look.board, look.asking, [look.glob]],
    [
      ...found.map(({ path, line, name: heir }) => `${path}:${line} ${heir}`),
      ...below.map(
        ({ path, line, name: heir, extends: parents }) =>
          `further down: ${heir} of ${parents.join(", ")} (${path}:${line})`,
      ),
    ],
  );
}

/** What extends types, or what extends these, each once. */
function belowOf(types: readonly Type[], all: readonly Type[]): Type[] {
  const known = new Set(types);
  for (let next = [...types]; next.length > 0; ) {
    const names = new Set(next.map(({ name }) => name));
    next = all.filter((each) => !known.has(each) && each.extends.some((parent) => names.has(parent)));
    for (const each of next) known.add(each);
  }
  return [...known].filter((each) => !types.includes(each));
}

/** What a type extends or implements, as its declaration says. */
export async function parents(look: Look, called: string): Promise<Draft> {
  const all = await typesIn(look);
  const name = meant(
    called,
    all.map((each) => each.name),
  );
  const own = all.filter((each) => each.name === name && !each.path.endsWith(".go"));
  if (own.length === 0) return unknown(`No type is called ${name}, or its language writes nowhere what it extends.`);
  const said = own.map(({ path, line, extends: from, observation }) => ({
    text: `${name} (${path}:${line}) ${from.length > 0 ? `extends ${from.join(", ")}` : "names none that it extends"}.`,
    seen: [{ seen: observation, show: { line, text: `${path}:${line} ${name}` } }],
  }));
  return await done(look, said);
}
