import { isDeclaredAs, isMarked } from "../../../core/declaration.ts";
import type { CodeFacts, Declaration } from "../../../core/observation.ts";
import { readData } from "../../../language/data.ts";
import type { Tongue } from "../../../language/part.ts";

/** What a file declares as a kind, as members of a type where one is named. */
export function declaredAs(
  { defines, properties = [], language }: CodeFacts,
  kind: string,
  holder: string | null,
  marks = "",
): Declaration[] {
  return (kind === "property" ? properties : defines).filter(
    (each) =>
      isDeclaredAs(each.kind, kind, language, holder !== null) &&
      (holder === null || each.holder === holder) &&
      isMarked(each, marks, language) !== false,
  );
}

/** What answers say in a language; what a name stands for is between braces. */
export type Said = {
  [key in
    | "whole"
    | "place"
    | "of"
    | "sum"
    | "none"
    | "least"
    | "more"
    | "open"
    | "others"
    | "yes"
    | "no"
    | "has"
    | "with"
    | "without"
    | "most"
    | "not"
    | "also"]: string;
} & { kind: Record<string, [one: string, many: string]>; file: [one: string, many: string]; fewest: string };

let loaded: Record<Tongue, Said> | undefined;

export function said(tongue: Tongue): Said {
  loaded ??= readData<Record<Tongue, Said>>("code/said.json");
  return loaded[tongue];
}

/** "3 methods" in the words of a language. */
export function numbered(say: Said, kind: string, n: number): string {
  const [one, many] = say.kind[kind] ?? [kind, `${kind}s`];
  return n === 0 ? say.none.replace("{one}", one).replace("{many}", many) : `${n} ${n === 1 ? one : many}`;
}

/** " (async, not static)": what is marked so, in the words of a language. */
export function markedSo(say: Said, marks: string): string {
  const words = marks.split(" ").filter((mark) => mark !== "");
  const told = words.map((mark) => mark.replace(/^-/, `${say.not} `).replaceAll("|", "/"));
  return told.length === 0 ? "" : ` (${told.join(", ")})`;
}
