import type { MapAsked } from "../../core/mapped.ts";
import { mapping, observing, retrieving } from "../effects.ts";
import { judge } from "../judge.ts";
import { blank } from "../state.ts";
import { type Args, brief, type Desk, nothing, only, type Seen, type Tool } from "./tool.ts";

/** Sentences that state relations, which are looked for; passages that are read, and characters that are told. */
const shown = { sentences: 4, passages: 6, characters: 600 };

/** What an entity is, and what it is related to most. */
export const lookupEntity: Tool = {
  name: "lookup_entity",
  does: "tell what the files name so, and what it is related to",
  takes: only("entity", "the name of a person, place, thing, file or piece of code"),
  effect: "read",
  use: async ({ entity: name }: Args, desk: Desk) => await related({ entity: String(name) }, String(name), desk),
};

/** How two entities are related. */
export const compareEntities: Tool = {
  name: "compare_entities",
  does: "tell how two things that the files name are related",
  takes: only("entities", "two names with | between them"),
  effect: "read",
  async use({ entities }: Args, desk: Desk) {
    const [entity, to, ...more] = String(entities)
      .split("|")
      .map((name) => name.trim())
      .filter((name) => name !== "");
    if (entity === undefined || to === undefined || more.length > 0) return nothing("it takes two names");
    return await related({ entity, to }, `${entity} ${to}`, desk);
  },
};

/** How much the index and its graph hold. */
export const databaseStats: Tool = {
  name: "database_stats",
  does: "tell how many documents, passages, entities and relations the index holds",
  takes: only("of", "what is to be told of, such as entities"),
  effect: "read",
  async use(_, { ctx, ports }) {
    const { text } = await mapping(ctx, ports, {});
    return { found: true, text: brief(text), value: null, rests: { on: "claims", draft: blank("unproven", text) } };
  },
};

/** What the graph says, resting on the sentences that state it, each looked at in its file. */
async function related(asked: MapAsked, words: string, { ctx, ports }: Desk): Promise<Seen> {
  const { found, text, sentences } = await mapping(ctx, ports, asked);
  if (!found) return nothing(brief(text));
  const about = [words, ...sentences.slice(0, shown.sentences)].join(" ");
  const retrieved = await retrieving(ctx, ports, about, shown.passages);
  const reading = ports.read(about, retrieved.passages, null);
  const findings = await judge(reading.excerpts, retrieved.passages, observing(ctx, ports), ctx);
  const told = brief(text, shown.characters);
  return {
    found: true,
    text: told,
    value: null,
    rests: { on: "texts", delved: { found: retrieved, reading }, findings },
  };
}
