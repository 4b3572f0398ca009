import { ParseError } from "../../store/failure.ts";

/** An element. `name` is as it is written, with its prefix; `start` and `end` are offsets into the source. */
export type Element = {
  name: string;
  attributes: Record<string, string>;
  children: (Element | string)[];
  start: number;
  end: number;
};

/** Elements in elements: deeper than people write, shallower than a walk over them can bear. */
const deepest = 400;
/** Elements and texts of one document. */
const most = 8_000_000;

/** Reads XML, or HTML as browsers forgive it. No entities but the predefined ones are expanded. Throws ParseError. */
export async function parseXml(source: string, { html = false } = {}): Promise<Element> {
  const { Parser } = await import("htmlparser2");
  const root: Element = { name: "", attributes: {}, children: [], start: 0, end: source.length };
  const open: Element[] = [root];
  let nodes = 0;
  const add = (node: Element | string) => {
    nodes += 1;
    if (nodes > most) throw new ParseError("bomb", "it holds more elements than are read");
    open.at(-1)?.children.push(node);
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element: Element = { name, attributes, children: [], start: parser.startIndex, end: parser.endIndex };
        add(element);
        open.push(element);
        if (open.length > deepest) throw new ParseError("deep", "its elements are nested too deeply to be read");
      },
      ontext: add,
      onclosetag() {
        const element = open.pop();
        if (element) element.end = parser.endIndex;
      },
    },
    { xmlMode: !html, decodeEntities: true },
  );
  parser.end(source);
  return root;
}

/** The text of XML bytes, by their mark or as UTF-8. */
export function decodeXml(bytes: Uint8Array): string {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  return new TextDecoder(utf16 ?? "utf-8").decode(bytes);
}

/** The elements of this name inside, at any depth, in order; those inside of a found one are left out. */
export function findAll(element: Element, name: string): Element[] {
  return elementsOf(element).flatMap((child) => (child.name === name ? [child] : findAll(child, name)));
}

export function find(element: Element, name: string): Element | undefined {
  for (const child of elementsOf(element)) {
    const found = child.name === name ? child : find(child, name);
    if (found) return found;
  }
  return undefined;
}

/** The child of this name; of several names, one in the other. */
export function childOf(element: Element | undefined, ...names: string[]): Element | undefined {
  return names.reduce<Element | undefined>(
    (inside, name) => inside && elementsOf(inside).find((child) => child.name === name),
    element,
  );
}

export function elementsOf(element: Element): Element[] {
  return element.children.filter((child) => typeof child !== "string");
}

/** All text inside. */
export function textOf(element: Element | undefined): string {
  return element?.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("") ?? "";
}
