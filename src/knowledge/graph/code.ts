import { type Thing, thingOf } from "../text/thing.ts";

/** Names that a piece of source code uses. */
export type Used = { name: string; at: number };

const call = /(?<![\w$.])([A-Za-z_$][\w$]{2,}|\w+(?=!\())!?\s?\(/g;
const imported = /^(?:import|export)\s+(?:type\s+)?\{([^{}]*)\}\s*from|^from\s+\S+\s+import\s+\(?([\w\s,]+)\)?/gm;
const keywords = new Set(
  "if for while switch catch return function def fn func with elif match await typeof new super print assert not and yield throw async constructor import require sizeof".split(
    " ",
  ),
);
const values = new Set([
  "true",
  "false",
  "null",
  "none",
  "None",
  "True",
  "False",
  "undefined",
  "self",
  "this",
  "foo",
  "bar",
]);
const identifier = /^[A-Za-z_$@][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*$/;
/** A role of reStructuredText, such as :pep:`484`. */
const role = /:([a-z]+):`$/;

/** What a passage of source code calls or imports by its name, each once: it is meant where that is declared. */
export function usedIn(text: string): Used[] {
  const found = new Map<string, number>();
  const add = (name: string, at: number) => {
    if (!keywords.has(name) && !found.has(name)) found.set(name, at);
  };
  for (const match of text.matchAll(call)) add(match[1]!, match.index);
  for (const match of text.matchAll(imported)) {
    for (const part of (match[1] ?? match[2]!).split(",")) {
      const name = /^\s*(?:type\s+)?([A-Za-z_$][\w$]*)/.exec(part)?.[1];
      if (name) add(name, match.index);
    }
  }
  return [...found].map(([name, at]) => ({ name, at }));
}

/** What words in code marks name: a file, or what a program calls so. `before` is what stands in front. */
export function thingInCode(code: string, before: string): Thing | null {
  const said = role.exec(before)?.[1];
  if (said && /^\d+$/.test(code)) return thingOf("thing", `${said} ${Number(code)}`);
  const text = code.trim();
  if (/^(?:\.\/)?[\w@.-]+(?:\/[\w@.-]+)*\.\w{1,8}$/.test(text) && (text.includes("/") || /\.[a-z]{1,5}$/.test(text))) {
    const path = text.replace(/^\.\//, "");
    if (text.includes("/") || !identifier.test(text)) return thingOf("file", path);
  }
  const name = text
    .replace(/^[&*.]+(?:mut )?/, "")
    .replace(/!?\(.*\)$/s, "")
    .replace(/!$/, "")
    .replace(/<.*>$/s, "");
  if (values.has(name) || name.length < 3 || name.length > 60 || !identifier.test(name)) return null;
  return thingOf("symbol", name);
}
