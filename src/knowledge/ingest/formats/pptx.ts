import type { Outline } from "../chunk.ts";
import { openPackage, type Package, relations, required } from "./office.ts";
import { createWriter, type Writer } from "./writer.ts";
import { childOf, type Element, elementsOf, find, findAll, textOf } from "./xml.ts";

/** The text of a presentation, slide by slide: titles, paragraphs, lists, tables, the figures of charts, and notes. */
export async function readPptx(bytes: Uint8Array): Promise<Outline> {
  const opened = await openPackage(bytes);
  const presentation = await required(opened, "ppt/presentation.xml");
  const parts = await relations(opened, "ppt/presentation.xml");
  const writer = createWriter();
  const slides = findAll(presentation, "p:sldId").flatMap(
    ({ attributes }) => parts.get(attributes["r:id"] ?? "")?.target ?? [],
  );
  for (const [at, name] of slides.entries()) {
    const slide = await opened.part(name);
    if (!slide) continue;
    writer.at({ page: at + 1 });
    const related = await relations(opened, name);
    await writeSlide(opened, slide, related, writer);
    const notes = [...related.values()].find(({ type }) => type === "notesSlide");
    const noted = notes && (await opened.part(notes.target));
    if (noted) writeNotes(noted, writer);
  }
  return writer.done(await opened.title());
}

type Related = Awaited<ReturnType<typeof relations>>;

async function writeSlide(opened: Package, slide: Element, related: Related, writer: Writer): Promise<void> {
  const shapes = shapesIn(find(slide, "p:spTree"));
  const isTitle = (shape: Element) => /^(?:title|ctrTitle)$/.test(placeholder(shape)?.attributes.type ?? "");
  for (const shape of [...shapes.filter(isTitle), ...shapes.filter((each) => !isTitle(each))]) {
    if (isTitle(shape))
      writer.heading(
        1,
        paragraphsOf(shape)
          .map(({ text }) => text)
          .join(" "),
      );
    else if (shape.name === "p:sp") writeShape(shape, writer);
    else await writeFrame(opened, shape, related, writer);
  }
}

/** Shapes and frames, those of groups in their place. */
function shapesIn(tree: Element | undefined): Element[] {
  return (tree ? elementsOf(tree) : []).flatMap((child) => {
    if (child.name === "p:grpSp" || child.name === "mc:Choice") return shapesIn(child);
    if (child.name === "mc:AlternateContent") return shapesIn({ ...child, children: elementsOf(child).slice(0, 1) });
    return child.name === "p:sp" || child.name === "p:graphicFrame" ? [child] : [];
  });
}

function placeholder(shape: Element): Element | undefined {
  return childOf(shape, "p:nvSpPr", "p:nvPr", "p:ph");
}

function writeShape(shape: Element, writer: Writer): void {
  const kind = placeholder(shape)?.attributes.type;
  if (kind === "dt" || kind === "ftr" || kind === "sldNum") return;
  // The body of a slide is a list unless it says otherwise.
  const listed = placeholder(shape) !== undefined && (kind === undefined || kind === "body" || kind === "obj");
  const counts: number[] = [];
  const written = paragraphsOf(shape);
  for (const { text, depth, bullet } of written) {
    if (bullet === "number") counts[depth] = (counts[depth] ?? 0) + 1;
    if (bullet === "number") writer.item(depth, `${counts[depth]}.`, text);
    else if (bullet === "sign" || (bullet === null && listed && written.length > 1)) writer.item(depth, "-", text);
    else writer.paragraph(text);
  }
}

function paragraphsOf(shape: Element): { text: string; depth: number; bullet: "sign" | "number" | "none" | null }[] {
  const body = childOf(shape, "p:txBody") ?? childOf(shape, "a:txBody");
  return (body ? elementsOf(body) : [])
    .filter(({ name }) => name === "a:p")
    .map((paragraph) => {
      const properties = childOf(paragraph, "a:pPr");
      const has = (name: string) => childOf(properties, name) !== undefined;
      const bullet = has("a:buAutoNum") ? "number" : has("a:buChar") ? "sign" : has("a:buNone") ? "none" : null;
      return { text: runText(paragraph), depth: Number(properties?.attributes.lvl ?? 0) || 0, bullet };
    });
}

async function writeFrame(opened: Package, frame: Element, related: Related, writer: Writer): Promise<void> {
  const table = find(frame, "a:tbl");
  if (table) writeTable(table, writer);
  const chart = find(frame, "c:chart")?.attributes["r:id"];
  const part = chart === undefined ? undefined : await opened.part(related.get(chart)?.target ?? "");
  if (part) writeChart(part, writer);
}

function writeTable(table: Element, writer: Writer): void {
  const rows: string[][] = [];
  for (const row of elementsOf(table).filter(({ name }) => name === "a:tr")) {
    const cells: string[] = [];
    for (const cell of elementsOf(row).filter(({ name }) => name === "a:tc")) {
      const { hMerge, vMerge } = cell.attributes;
      const own = paragraphsOf(cell)
        .map(({ text }) => text)
        .join(" ");
      cells.push(hMerge === "1" ? (cells.at(-1) ?? "") : vMerge === "1" ? (rows.at(-1)?.[cells.length] ?? "") : own);
    }
    rows.push(cells);
  }
  writer.table(rows);
}

/** The figures that a chart shows, a column a series. */
export function writeChart(chart: Element, writer: Writer): void {
  const title = find(chart, "c:title");
  if (title) writer.paragraph(findAll(title, "a:t").map(textOf).join(""));
  const series = findAll(chart, "c:ser");
  const values = (part: Element | undefined) =>
    part ? findAll(part, "c:pt").map((point) => textOf(childOf(point, "c:v"))) : [];
  const names = series.map((each) => values(childOf(each, "c:tx")).join(" "));
  const first = series[0];
  const categories = values(first && (childOf(first, "c:cat") ?? childOf(first, "c:xVal")));
  const columns = series.map((each) => values(childOf(each, "c:val") ?? childOf(each, "c:yVal")));
  const length = Math.max(0, ...columns.map((column) => column.length));
  if (length === 0) return;
  const row = (at: number) => [categories[at] ?? String(at + 1), ...columns.map((column) => column[at] ?? "")];
  writer.table([["", ...names], ...Array.from({ length }, (_, at) => row(at))]);
}

function writeNotes(notes: Element, writer: Writer): void {
  for (const shape of shapesIn(find(notes, "p:spTree"))) {
    if (placeholder(shape)?.attributes.type !== "body") continue;
    for (const { text } of paragraphsOf(shape)) writer.paragraph(text);
  }
}

function runText(paragraph: Element): string {
  return elementsOf(paragraph)
    .map((child) => {
      if (child.name === "a:br") return "\n";
      if (child.name === "a:r" || child.name === "a:fld") return textOf(childOf(child, "a:t"));
      return child.name === "mc:AlternateContent" || child.name === "a14:m"
        ? findAll(child, "m:t").map(textOf).join("")
        : "";
    })
    .join("");
}
