import type { EntityMap, mapAll, mapPair } from "./map.ts";

type Mapped = (Awaited<ReturnType<typeof mapAll>> | EntityMap | Awaited<ReturnType<typeof mapPair>>) & {
  note?: string;
};
type Entity = EntityMap["entity"];
type Path = EntityMap["paths"][number];
type Evidence = Path["hops"][number]["evidence"];

/** What the files name, or what one of that is related to, in words for a model. */
export function sayMap(made: Mapped): string {
  const said = "entity" in made ? sayEntity(made) : sayAll(made);
  return [...said, ...(made.note === undefined ? [] : [`note: ${made.note}`])].join("\n");
}

function sayAll({ documents, passages, entities, mentions, edges, most }: Exclude<Mapped, EntityMap>): string[] {
  const listed = (counts: Record<string, number>) => Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  return [
    `${mentions} mentions in ${passages} passages of ${documents} documents`,
    `entities: ${listed(entities).join(", ") || "none"}`,
    `relations: ${listed(edges).join(", ") || "none"}`,
    ...most.map((each) => `${sayOne(each)}; ${each.neighbours} neighbours`),
  ];
}

function sayEntity(made: EntityMap & { to?: Entity }): string[] {
  const related = made.neighbours.flatMap(({ name, kinds, relations }) =>
    relations.map(({ kind, count, evidence: [first] }) => {
      const often = count > 1 ? `, ${count} times` : "";
      return `${kind} ${named(name, kinds)}${often}${saidAt(first)}`;
    }),
  );
  const left = made.of > made.neighbours.length ? [`${made.neighbours.length} of ${made.of} neighbours`] : [];
  const none = related.length === 0 && made.paths.length === 0 ? ["no text relates it, or the two"] : [];
  return [
    sayOne(made.entity),
    ...(made.to ? [sayOne(made.to)] : []),
    ...related,
    ...left,
    ...made.paths.map(sayPath),
    ...none,
  ];
}

function sayOne({ name, kinds, aliases, mentions, documents }: Entity): string {
  const also = aliases.length > 0 ? `, also called ${aliases.join(", ")}` : "";
  return `${named(name, kinds)}${also}: ${mentions} mentions in ${documents} documents`;
}

function sayPath({ hops }: Path): string {
  return `way: ${hops[0]?.from ?? ""}${hops.map(({ kind, to, evidence }) => ` — ${kind} → ${to}${saidAt(evidence)}`).join("")}`;
}

function named(name: string, kinds: readonly string[]): string {
  return kinds.length > 0 ? `${name} (${kinds.join(", ")})` : name;
}

function saidAt(evidence: Evidence | undefined): string {
  if (!evidence) return "";
  const { path, line, page, text } = evidence;
  const where = line === undefined ? (page === undefined ? "" : `, page ${page}`) : `:${line}`;
  return ` [${path}${where}: "${text.replace(/\s+/g, " ").trim()}"]`;
}
