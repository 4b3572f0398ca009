import { menu } from "./data.ts";
import { fill } from "./fill.ts";
import { wordsOf } from "./pattern.ts";
import type { Act, Phrase, Proposal } from "./phrase.ts";
import { programsOf } from "./programs.ts";
import { describe, findLine, type Selection } from "./selection.ts";
import { tokenize } from "./tokens.ts";

/** What a slot of an offer takes. A path is relative and stays below the folder; a glob is a file name's. */
export type SlotType = "path" | "glob" | "number" | "mode" | "text";

/** A command that a model can choose: what it does, and what must be filled in. */
export type Offer = { id: string; means: string; slots: { name: string; type: SlotType }[] };

/** The `k` commands that share most with the words of a request, best first. */
export function menuFor(request: string, k: number): Offer[] {
  const { words, vocabulary, idle } = menu();
  const asked = new Set(tokenize(request, vocabulary, words.joined).map(({ base }) => base));
  const scored = [...offered().values()].map(({ offer, says }) => {
    const shared = [...says].filter((word) => asked.has(word) && !idle.has(word));
    return { offer, score: shared.reduce((sum, word) => sum + rarity(word), 0) / Math.sqrt(says.size) };
  });
  const ranked = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  return ranked.slice(0, k).map(({ offer }) => offer);
}

/** The command of an offer with its slots filled; null where a value is missing, unknown or not of its type. */
export function proposeFrom(id: string, values: Record<string, string>): Proposal | null {
  const found = offered().get(id);
  if (found === undefined) return null;
  const { offer, template, phrase } = found;
  const known = new Set(offer.slots.map(({ name }) => name));
  if (Object.keys(values).some((name) => !known.has(name))) return null;
  if (offer.slots.some(({ name, type }) => !valid(values[name], type))) return null;
  const slots = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
  const selection = selectionOf(values, template);
  const made = { find: [findLine(selection)], what: [describe(selection)], flags: [], context: [], group: [] };
  const line = fill(template, { ...slots, ...made });
  const reading = fill(phrase.means ?? "", { ...slots, ...made });
  return { id, line, reading: `${reading}.`, programs: programsOf([template]) };
}

type Offered = { offer: Offer; template: string; phrase: Phrase & Act; says: Set<string> };

let offers: Map<string, Offered> | undefined;

/** Every act whose holes have types that can be checked. */
function offered(): Map<string, Offered> {
  if (offers) return offers;
  offers = new Map();
  for (const { phrase, patterns } of menu().rules) {
    if (phrase.is !== "act") continue;
    const template = phrase.select ?? phrase.operand ?? phrase.line ?? phrase.text;
    const slots = template === undefined ? null : slotsOf(template);
    if (template === undefined || slots === null) continue;
    const means = (phrase.means ?? "").replace(/\{(\w+)(?::\w+)?\}/g, "$1");
    const says = new Set(patterns.flatMap(({ node }) => wordsOf(node())));
    offers.set(phrase.id, { offer: { id: phrase.id, means, slots }, template, phrase, says });
  }
  return offers;
}

/** The slots of a template; null where one can't be checked. */
function slotsOf(template: string): Offer["slots"] | null {
  const slots: Offer["slots"] = [];
  if (template.includes("{find}")) slots.push({ name: "where", type: "path" }, { name: "name", type: "glob" });
  for (const [, name, form = "text"] of template.matchAll(/\{(\w+)(?::(\w+))?\}/g)) {
    if (["find", "flags", "context", "group"].includes(name!) || slots.some((slot) => slot.name === name)) continue;
    const type = name === "where" ? "path" : name === "mode" ? "mode" : types[form];
    if (type === undefined) return null;
    slots.push({ name: name!, type });
  }
  return slots;
}

/** The types of slots by the form in which a template quotes them. */
const types: Record<string, SlotType> = {
  path: "path",
  raw: "number",
  text: "text",
  lit: "text",
  sed: "text",
  to: "text",
  sq: "text",
  bre: "text",
};

function valid(value: string | undefined, type: SlotType): boolean {
  if (value === undefined || value === "" || value.length > 500 || /[\0\n\r]/.test(value)) return false;
  const checks: Record<SlotType, () => boolean> = {
    path: () => !/^[/~-]/.test(value) && !value.split("/").includes(".."),
    glob: () => !value.includes("/"),
    number: () => /^\d{1,9}$/.test(value),
    mode: () => /^[0-7]{3,4}$|^[ugoa]*[-+=][rwxX]+$/.test(value),
    text: () => true,
  };
  return checks[type]();
}

/** The files that a model's values select; folders are never among them. */
function selectionOf({ where = ".", name }: Record<string, string>, template: string): Selection {
  const tests =
    name === undefined
      ? []
      : [[{ test: fill("-name {name}", { name: [name] }), means: `named “${name}”`, id: "named" }]];
  return { places: [where], texts: [], operand: false, kinds: template.includes("{find}") ? ["f"] : [], tests };
}

/** How much a word tells: the fewer acts use it, the more. */
function rarity(word: string): number {
  const all = [...offered().values()];
  return Math.log((1 + all.length) / (1 + all.filter(({ says }) => says.has(word)).length));
}
