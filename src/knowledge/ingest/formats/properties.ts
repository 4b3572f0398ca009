import type { Field, Fields } from "../../../core/field.ts";
import { propertyOf } from "../../../fields/made.ts";
import { type FileFormat, fileFormat } from "../format.ts";
import { openPackage, type Package } from "./office.ts";
import { childOf, type Element, elementsOf, find, textOf } from "./xml.ts";

/** What a PDF's information dictionary holds; its "Creator" is no person but the program that wrote the document. */
const pdfNames: Readonly<Record<string, string>> = {
  ...{ Title: "Title", Author: "Author", Subject: "Subject", Keywords: "Keywords", Creator: "Application" },
  ...{ Producer: "Producer", CreationDate: "CreationDate", ModDate: "ModDate" },
};
/** The same of office files: parts of `docProps/app.xml` that say more. */
const appNames = new Set(["Company", "Manager", "Application", "AppVersion", "Template"]);

/**
 * What an office file, a book or a PDF says of itself in its properties; null for a file of another format. Throws
 * ParseError for one that can't be read.
 */
export async function readProperties(path: string, bytes: Uint8Array): Promise<Fields | null> {
  const read = readers[fileFormat(path)];
  return read ? { fields: await read(bytes), open: null } : null;
}

const readers: Partial<Record<FileFormat, (bytes: Uint8Array) => Promise<Field[]>>> = {
  docx: officeProperties,
  pptx: officeProperties,
  xlsx: officeProperties,
  odf: odfProperties,
  epub: bookProperties,
  pdf: pdfProperties,
};

async function officeProperties(bytes: Uint8Array): Promise<Field[]> {
  const opened = await openPackage(bytes);
  const core = childOf(await opened.part("docProps/core.xml"), "cp:coreProperties");
  const app = childOf(await opened.part("docProps/app.xml"), "Properties");
  return [...fieldsIn(core), ...fieldsIn(app).filter(({ name }) => appNames.has(name))];
}

async function odfProperties(bytes: Uint8Array): Promise<Field[]> {
  const meta = await (await openPackage(bytes)).part("meta.xml");
  return fieldsIn(meta && find(meta, "office:meta"));
}

async function bookProperties(bytes: Uint8Array): Promise<Field[]> {
  const opened = await openPackage(bytes);
  const book = await bookOf(opened);
  return fieldsIn(book && (find(book, "metadata") ?? find(book, "opf:metadata"))).filter(({ name }) => name !== "meta");
}

async function bookOf(opened: Package): Promise<Element | undefined> {
  const container = await opened.part("META-INF/container.xml");
  const name = container && find(container, "rootfile")?.attributes["full-path"];
  return name ? await opened.part(name) : undefined;
}

async function pdfProperties(bytes: Uint8Array): Promise<Field[]> {
  const info = await (await import("./pdf.ts")).readPdfInfo(bytes);
  return Object.entries(pdfNames).flatMap(([own, name]) => {
    const value = info[own];
    return (typeof value === "string" && propertyOf(name, value)) || [];
  });
}

/** The elements of a part that hold text and nothing else, by their names without the prefix. */
function fieldsIn(part: Element | undefined): Field[] {
  const texts = (part ? elementsOf(part) : []).filter((each) => elementsOf(each).length === 0);
  return texts.flatMap((each) => propertyOf(each.name.replace(/^[\w-]+:/, ""), textOf(each)) ?? []);
}
