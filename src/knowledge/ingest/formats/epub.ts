import { ParseError } from "../../store/failure.ts";
import type { Outline } from "../chunk.ts";
import { writeHtml } from "./html.ts";
import { openPackage, required, resolve } from "./office.ts";
import { createWriter } from "./writer.ts";
import { decodeXml, find, findAll, parseXml, textOf } from "./xml.ts";

/** The text of an electronic book, in reading order. Its pages are those of its parts: their number. */
export async function readEpub(bytes: Uint8Array): Promise<Outline> {
  const opened = await openPackage(bytes);
  const container = await required(opened, "META-INF/container.xml");
  const name = find(container, "rootfile")?.attributes["full-path"];
  if (!name) throw new ParseError("damaged", "it names no package of parts");
  const book = await required(opened, name);
  if (await opened.part("META-INF/encryption.xml").then((part) => part && find(part, "enc:EncryptedData"))) {
    throw new ParseError("encrypted", "parts of it are encrypted, so it can't be read");
  }
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const items = new Map(findAll(book, "item").map(({ attributes }) => [attributes.id, attributes]));
  const writer = createWriter();
  for (const { attributes } of findAll(book, "itemref")) {
    const item = items.get(attributes.idref);
    if (!item?.href || !/xhtml|html/.test(item["media-type"] ?? "")) continue;
    const part = await opened.zip.read(resolve(folder, decodeURIComponent(item.href)));
    if (part) writeHtml(await parseXml(decodeXml(part), { html: true }), writer, () => ({}));
  }
  const title = find(book, "dc:title");
  return writer.done(textOf(title).trim() || undefined);
}
