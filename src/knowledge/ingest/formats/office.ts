import { ParseError } from "../../store/failure.ts";
import { childOf, decodeXml, type Element, elementsOf, find, parseXml, textOf } from "./xml.ts";
import { openZip, type Zip } from "./zip.ts";

/** A document packed into a zip: its parts as XML. `part` gives undefined where there is none of that name. */
export type Package = {
  zip: Zip;
  part(name: string): Promise<Element | undefined>;
  title(): Promise<string | undefined>;
};

/** Opens an Office Open XML or OpenDocument file. Throws ParseError. */
export async function openPackage(bytes: Uint8Array): Promise<Package> {
  const zip = await openZip(bytes);
  const part = async (name: string) => {
    const packed = await zip.read(name);
    return packed === null ? undefined : await parseXml(decodeXml(packed));
  };
  return {
    zip,
    part,
    async title() {
      const core = (await part("docProps/core.xml")) ?? (await part("meta.xml"));
      return textOf(core && find(core, "dc:title")).trim() || undefined;
    },
  };
}

/** The part that a document can't be without. */
export async function required(opened: Package, name: string): Promise<Element> {
  const part = await opened.part(name);
  if (part) return part;
  throw new ParseError("damaged", `it is no such document: its part ${name} is missing`);
}

/** The targets of a part's relationships, by id, as names of parts; `type` is the last word of the relationship's type. */
export async function relations(opened: Package, name: string): Promise<Map<string, { target: string; type: string }>> {
  const at = name.lastIndexOf("/");
  const folder = name.slice(0, at + 1);
  const rels = await opened.part(`${folder}_rels/${name.slice(at + 1)}.rels`);
  const list = elementsOf(
    childOf(rels, "Relationships") ?? { name: "", attributes: {}, children: [], start: 0, end: 0 },
  );
  return new Map(
    list.map(({ attributes: { Id = "", Target = "", Type = "" } }) => [
      Id,
      { target: resolve(folder, Target), type: Type.split("/").at(-1) ?? "" },
    ]),
  );
}

/** A name relative to a folder inside the package. */
export function resolve(folder: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const parts: string[] = [];
  for (const part of `${folder}${target}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
