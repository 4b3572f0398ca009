import { ErgoError } from "../core/error.ts";
import { type EntityMap, freshenMap, mapAll, mapEntity, mapPair } from "../runtime/session/map.ts";
import { openSession, type Session } from "../runtime/session/session.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";
import { note, print, printJson, printPage } from "./print.ts";
import { apart, bar, bold, dim, folded, joined, link, type Text, table, text } from "./text.ts";

type Entity = EntityMap["entity"];
type Path = EntityMap["paths"][number];
type Evidence = NonNullable<Path["hops"][number]["evidence"]>;

/** Neighbours that are shown, unless `-k` says otherwise. */
const usual = 15;

export async function run({ values, words }: Call): Promise<number> {
  const file = values.html && /\.html?$/.test(words.at(-1) ?? "") ? words.at(-1) : undefined;
  const [name, other, ...more] = file === undefined ? words : words.slice(0, -1);
  const most = values.k === undefined ? usual : Number(values.k);
  if (more.length > 0 || (values.html && other !== undefined) || !Number.isSafeInteger(most) || most < 1) {
    throw new ErgoError("USAGE", {
      detail: "ergo map, ergo map ENTITY [-k 15], ergo map ENTITY ENTITY; --html FILE.html",
    });
  }
  if (values.html && file === undefined && process.stdout.isTTY) {
    throw new ErgoError("USAGE", { detail: "a page is no text for a terminal: ergo map --html map.html" });
  }
  const session = await openSession({ dir: values.dir as string | undefined, yes: Boolean(values.yes) });
  try {
    const late = await interruptible((signal) => freshenMap(session, signal));
    if (late !== null) note(`note: ${late}`);
    if (values.html) await page(session, name, file);
    else if (name === undefined) await all(session, Boolean(values.json));
    else await one(session, [name, other], most, Boolean(values.json));
    return 0;
  } finally {
    await session.close();
  }
}

async function page(session: Session, name: string | undefined, file: string | undefined): Promise<void> {
  const { mapPage } = await import("../runtime/index/atlas.ts");
  const html = await mapPage(session.folder, name);
  if (file === undefined) {
    printPage(html);
    return;
  }
  const { saveAs } = await import("../runtime/record/save.ts");
  print(saveAs(file, html));
}

async function all(session: Session, json: boolean): Promise<void> {
  const made = await mapAll(session);
  if (json) {
    printJson(made);
    return;
  }
  const { documents, passages, entities, mentions, edges, most } = made;
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, each) => all + each, 0);
  const list = (counts: Record<string, number>) =>
    Object.entries(counts).map(([kind, count]) => ["  ", String(count), kind]);
  const counts = [
    [bold(`${sum(entities)} entities`), "", ""],
    ...list(entities),
    [bold(`${mentions} mentions`), "", `in ${passages} passages of ${documents} documents`],
    [bold(`${sum(edges)} relations`), "", ""],
    ...list(edges),
  ];
  print(...table(counts, "ours"), "");
  if (most.length === 0) print("The files name nothing that Ergo tells from other words.");
  else {
    const rows = most.map(({ name, kinds, neighbours, mentions }) => [
      name,
      `${neighbours} neighbours`,
      `${mentions} mentions`,
      dim(kinds.join(", ")),
    ]);
    print(bold("Most connected"), ...table(rows, "theirs"), "");
    print(dim('ergo map "NAME" shows one of them, ergo map "ONE" "OTHER" how two are related'));
  }
}

async function one(session: Session, [name, other]: [string, string?], most: number, json: boolean): Promise<void> {
  const { root } = session.folder;
  const made: EntityMap & { to?: Entity } =
    other === undefined ? await mapEntity(session, name, most) : await mapPair(session, name, other);
  if (json) {
    printJson(made);
    return;
  }
  const { entity, neighbours, of, paths } = made;
  const parts: Text[][] = [describe(entity)];
  if (made.to) parts.push(describe(made.to));
  for (const { name, kinds, relations } of neighbours) {
    const lines = relations.flatMap(({ kind, count, evidence }) => {
      const often = count > 1 ? dim(` ×${count}`) : "";
      return [text`${bar}  ${kind}${often}`, ...(evidence[0] ? [text`${bar}    ${cite(evidence[0], root)}`] : [])];
    });
    parts.push([titled({ name, kinds }), ...lines]);
  }
  if (other === undefined && of > neighbours.length)
    parts.push([dim(`${neighbours.length} of ${of} neighbours; -k shows more`)]);
  if (other === undefined && of === 0) parts.push(["Nothing is related to it."]);
  if (paths.length > 0 && other === undefined) parts.push([bold("Two steps away")]);
  if (paths.length === 0 && other !== undefined) parts.push(["No text relates the two, over up to three others."]);
  parts.push(...paths.map((path) => showPath(path, root)));
  print(...apart(parts));
}

function describe({ name, kinds, aliases, mentions, documents }: Entity): Text[] {
  const also = aliases.length > 0 ? [`  also called ${aliases.join(", ")}`] : [];
  const held = `${mentions} ${mentions === 1 ? "mention" : "mentions"} in ${documents} ${documents === 1 ? "document" : "documents"}`;
  return [titled({ name, kinds }), ...also, `  ${held}`];
}

/** What files name, at the beginning of a line. */
function titled({ name, kinds }: Pick<Entity, "name" | "kinds">): Text {
  return text`${bar}${bold(name)} ${dim(kinds.join(", "))}`;
}

function showPath({ hops }: Path, root: string): Text[] {
  const way = [hops[0]!.from, ...hops.map(({ kind, to }) => `─ ${kind} → ${to}`)];
  const evidence = hops.flatMap(({ evidence }) => (evidence ? [text`${bar}  ${cite(evidence, root)}`] : []));
  return [text`${bar}${joined(way, " ")}`, ...evidence];
}

/** Where it stands, and what stands there. */
function cite({ path, doc, line, page, text: said }: Evidence, root: string): Text {
  const place = `${path}${doc === undefined ? "" : ` ${doc}`}${line === undefined ? "" : `:${line}`}${page === undefined ? "" : `, page ${page}`}`;
  return text`${link(place, root, path)}  ${dim(folded(said))}`;
}
