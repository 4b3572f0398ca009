import type { Outline } from "../chunk.ts";
import { openPackage, type Package, required } from "./office.ts";
import { createWriter, type Writer } from "./writer.ts";
import { childOf, type Element, elementsOf, find, findAll, textOf } from "./xml.ts";

/** What a document says of its paragraphs: the level of headings by style, and how its lists are numbered. */
type Styles = {
  level(style: string | undefined): number | null;
  list(style: string | undefined): Element | undefined;
  ordered(list: string, depth: string): boolean;
};

/** The text of a Word document: headings, paragraphs, lists, tables, text boxes. */
export async function readDocx(bytes: Uint8Array): Promise<Outline> {
  const opened = await openPackage(bytes);
  const document = await required(opened, "word/document.xml");
  const styles = await stylesOf(opened);
  const writer = createWriter();
  const body = find(document, "w:body");
  if (body) writeBody(body, writer, styles);
  return writer.done(await opened.title());
}

function writeBody(body: Element, writer: Writer, styles: Styles): void {
  const counts = new Map<string, number>();
  for (const child of contentOf(body)) {
    if (child.name === "w:p") writeParagraph(child, writer, styles, counts);
    else if (child.name === "w:tbl") writeTable(child, writer, styles);
    else writeBody(child, writer, styles);
  }
}

function writeParagraph(paragraph: Element, writer: Writer, styles: Styles, counts: Map<string, number>): void {
  const properties = childOf(paragraph, "w:pPr");
  const style = childOf(properties, "w:pStyle")?.attributes["w:val"];
  const text = runText(paragraph);
  const outline = childOf(properties, "w:outlineLvl")?.attributes["w:val"];
  const level = styles.level(style) ?? (outline !== undefined && Number(outline) < 9 ? Number(outline) + 1 : null);
  const numbering = childOf(properties, "w:numPr") ?? styles.list(style);
  const list = childOf(numbering, "w:numId")?.attributes["w:val"] ?? "0";
  if (level !== null) writer.heading(level, text);
  else if (numbering && list !== "0") {
    const depth = childOf(numbering, "w:ilvl")?.attributes["w:val"] ?? "0";
    const key = `${list} ${depth}`;
    const number = (counts.get(key) ?? 0) + 1;
    counts.set(key, number);
    writer.item(Number(depth) || 0, styles.ordered(list, depth) ? `${number}.` : "-", text);
  } else writer.paragraph(text);
  for (const box of findAll(paragraph, "w:txbxContent").filter((each) => !isFallback(paragraph, each))) {
    writeBody(box, writer, styles);
  }
}

/** Text boxes stand there twice, for old programs too. */
function isFallback(paragraph: Element, box: Element): boolean {
  const fallbacks = findAll(paragraph, "mc:Fallback");
  const choices = findAll(paragraph, "mc:Choice").some((choice) => find(choice, "w:txbxContent"));
  return choices && fallbacks.some((fallback) => findAll(fallback, "w:txbxContent").includes(box));
}

function writeTable(table: Element, writer: Writer, styles: Styles): void {
  const rows: string[][] = [];
  for (const row of contentOf(table).filter(({ name }) => name === "w:tr")) {
    const cells: string[] = [];
    for (const cell of contentOf(row).filter(({ name }) => name === "w:tc")) {
      const properties = childOf(cell, "w:tcPr");
      const wide = Math.min(100, Number(childOf(properties, "w:gridSpan")?.attributes["w:val"] ?? 1) || 1);
      const merge = childOf(properties, "w:vMerge");
      const goesOn = merge !== undefined && merge.attributes["w:val"] !== "restart";
      const text = goesOn ? (rows.at(-1)?.[cells.length] ?? "") : cellText(cell, styles);
      for (let at = 0; at < wide; at++) cells.push(text);
    }
    rows.push(cells);
  }
  writer.table(rows);
}

function cellText(cell: Element, styles: Styles): string {
  const inside = createWriter();
  writeBody(cell, inside, styles);
  return inside.done().text.replace(/^#+ /gm, "");
}

/** Children that count, those of wrappers such as content controls and insertions in their place. */
function contentOf(element: Element): Element[] {
  return elementsOf(element).flatMap((child) => {
    if (child.name === "w:sdt") return contentOf(childOf(child, "w:sdtContent") ?? child);
    if (child.name === "w:ins" || child.name === "w:smartTag" || child.name === "w:customXml") return contentOf(child);
    return child.name === "w:del" || child.name === "w:pPr" || child.name === "w:tblPr" ? [] : [child];
  });
}

function runText(element: Element): string {
  return elementsOf(element)
    .map((child) => {
      switch (child.name) {
        case "w:t":
        case "m:t":
          return textOf(child);
        case "w:tab":
          return "\t";
        case "w:br":
        case "w:cr":
          return "\n";
        case "w:noBreakHyphen":
          return "-";
        case "w14:checkbox":
          return childOf(child, "w14:checked")?.attributes["w14:val"] === "1" ? "[x] " : "[ ] ";
        case "w:pPr":
        case "w:rPr":
        case "w:del":
        case "w:instrText":
        case "w:txbxContent":
        case "mc:Fallback":
          return "";
        default:
          return runText(child);
      }
    })
    .join("");
}

async function stylesOf(opened: Package): Promise<Styles> {
  const styles = await opened.part("word/styles.xml");
  const numbering = await opened.part("word/numbering.xml");
  const byId = new Map(
    (styles ? findAll(styles, "w:style") : []).map((style) => [style.attributes["w:styleId"] ?? "", style]),
  );
  const formats = numberFormats(numbering);
  /** What a style or the one that it is based on says. */
  const inherited = <T>(id: string | undefined, say: (style: Element) => T | undefined, left = 20): T | undefined => {
    const style = byId.get(id ?? "");
    if (!style || left === 0) return undefined;
    return say(style) ?? inherited(childOf(style, "w:basedOn")?.attributes["w:val"], say, left - 1);
  };
  return {
    level: (id) => inherited(id, levelOf) ?? null,
    list: (id) => inherited(id, (style) => childOf(style, "w:pPr", "w:numPr")),
    ordered: (list, depth) => !["bullet", "none", undefined].includes(formats.get(`${list} ${depth}`)),
  };
}

function levelOf(style: Element): number | undefined {
  const name = (childOf(style, "w:name")?.attributes["w:val"] ?? "").toLowerCase();
  if (name === "title") return 1;
  if (name === "subtitle") return 2;
  const named = /^heading (\d)/.exec(name)?.[1];
  const outline = childOf(style, "w:pPr", "w:outlineLvl")?.attributes["w:val"];
  const level = named !== undefined ? Number(named) : outline === undefined ? undefined : Number(outline) + 1;
  return level !== undefined && level < 10 ? level : undefined;
}

/** The formats of lists by "list depth". */
function numberFormats(numbering: Element | undefined): Map<string, string> {
  const formats = new Map<string, string>();
  if (!numbering) return formats;
  const abstract = new Map(
    findAll(numbering, "w:abstractNum").map((each) => [each.attributes["w:abstractNumId"] ?? "", each]),
  );
  for (const list of findAll(numbering, "w:num")) {
    const definition = abstract.get(childOf(list, "w:abstractNumId")?.attributes["w:val"] ?? "");
    for (const level of definition ? findAll(definition, "w:lvl") : []) {
      const key = `${list.attributes["w:numId"]} ${level.attributes["w:ilvl"]}`;
      formats.set(key, childOf(level, "w:numFmt")?.attributes["w:val"] ?? "bullet");
    }
  }
  return formats;
}
