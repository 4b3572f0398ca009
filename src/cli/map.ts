import { join } from "node:path";
import { ErgoError } from "../core/error.ts";
import { type EntityMap, freshenMap, mapAll, mapEntity, mapPair } from "../runtime/index/map.ts";
import { openSession, type Session } from "../runtime/session/session.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";
import { bold, dim, link, note, print, printJson, table } from "./print.ts";

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
    process.stdout.write(html);
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
    Object.entries(counts).map(([kind, count]) => ["", String(count), kind] as [string, string, string]);
  print(
    table(
      [
        [bold(`${sum(entities)} entities`, process.stdout), "", ""],
        ...list(entities),
        [bold(`${mentions} mentions`, process.stdout), "", `in ${passages} passages of ${documents} documents`],
        [bold(`${sum(edges)} relations`, process.stdout), "", ""],
        ...list(edges),
      ].map(([first, ...rest]) => [`${first === "" ? "  " : first}`, ...rest]),
    ),
  );
  if (most.length === 0) print("\nThe files name nothing that Ergo tells from other words.");
  else {
    print(`\n${bold("Most connected", process.stdout)}`);
    print(
      table(
        most.map(({ name, kinds, neighbours, mentions }) => [
          `  ${name}`,
          `${neighbours} neighbours`,
          `${mentions} mentions`,
          dim(kinds.join(", "), process.stdout),
        ]),
      ),
    );
    print(`\n${dim('ergo map "NAME" shows one of them, ergo map "ONE" "OTHER" how two are related', process.stdout)}`);
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
  const parts = [describe(entity)];
  if (made.to) parts.push(describe(made.to));
  for (const { name, kinds, relations } of neighbours) {
    const lines = relations.map(({ kind, count, evidence }) => {
      const often = count > 1 ? ` ${dim(`×${count}`, process.stdout)}` : "";
      return `  ${kind}${often}${evidence[0] ? `\n    ${cite(evidence[0], root)}` : ""}`;
    });
    parts.push(`${bold(name, process.stdout)} ${dim(kinds.join(", "), process.stdout)}\n${lines.join("\n")}`);
  }
  if (other === undefined && of > neighbours.length)
    parts.push(dim(`${neighbours.length} of ${of} neighbours; -k shows more`, process.stdout));
  if (other === undefined && of === 0) parts.push("Nothing is related to it.");
  if (paths.length > 0 && other === undefined) parts.push(bold("Two steps away", process.stdout));
  if (paths.length === 0 && other !== undefined) parts.push("No text relates the two, over up to three others.");
  parts.push(...paths.map((path) => showPath(path, root)));
  print(parts.join("\n\n"));
}

function describe({ name, kinds, aliases, mentions, documents }: Entity): string {
  const also = aliases.length > 0 ? `\n  also called ${aliases.join(", ")}` : "";
  const held = `${mentions} ${mentions === 1 ? "mention" : "mentions"} in ${documents} ${documents === 1 ? "document" : "documents"}`;
  return `${bold(name, process.stdout)} ${dim(kinds.join(", "), process.stdout)}${also}\n  ${held}`;
}

function showPath({ hops }: Path, root: string): string {
  const way = [hops[0]!.from, ...hops.map(({ kind, to }) => `─ ${kind} → ${to}`)].join(" ");
  const evidence = hops.map(({ evidence }) => (evidence ? `  ${cite(evidence, root)}` : ""));
  return [way, ...evidence.filter((line) => line !== "")].join("\n");
}

/** Where it stands, and what stands there. */
function cite({ path, doc, line, page, text }: Evidence, root: string): string {
  const place = `${path}${doc === undefined ? "" : ` ${doc}`}${line === undefined ? "" : `:${line}`}${page === undefined ? "" : `, page ${page}`}`;
  return `${link(place, join(root, path))}  ${dim(text, process.stdout)}`;
}
