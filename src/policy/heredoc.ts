import { expand } from "./expand.ts";
import { type Redirected, redirect } from "./redirect.ts";
import { finding, type Scene } from "./scene.ts";
import { all, substitutions, type Tree } from "./tree.ts";
import { HOLE } from "./word.ts";

const marks = new Set(["heredoc_start", "heredoc_body", "heredoc_end", "file_descriptor"]);

/**
 * A text in the line. Unless its end is quoted, variables and substitutions in it are expanded; a substitution that the
 * parser did not see makes it unknown.
 */
export function heredoc(node: Tree, scene: Scene): Redirected {
  const start = node.children.find(({ type }) => type === "heredoc_start")?.text ?? "";
  const body = node.children.find(({ type }) => type === "heredoc_body");
  const quoted = /['"\\]/.test(start);
  const expansions = quoted || body === undefined ? [] : all(body, substitutions);
  const hidden = !quoted && substitutionsIn(body?.text ?? "") > expansions.length;
  const around = node.children.filter(({ type }) => !marks.has(type));
  const inside = [...expansions, ...around.flatMap((child) => all(child, substitutions))];
  // The parser may take the text's first line for words of the command.
  const mistaken = around.some(
    ({ field, from }) => field === "argument" && /\n/.test(node.text.slice(0, from - node.from)),
  );
  const nested = around.flatMap((child) => redirect(child, scene));
  const words = around.filter(({ field }) => field === "argument").flatMap((child) => expand(child, scene));
  const rest = around.filter(
    ({ field, type, children }) => field !== "argument" && !type.endsWith("_redirect") && children.length > 0,
  );
  return {
    found: [
      ...nested.flatMap(({ found }) => found),
      ...(hidden || mistaken ? [finding("unknown", start, "begins a text that can't be parsed")] : []),
    ],
    stdin: { text: quoted ? (body?.text ?? "") : expanded(body?.text ?? ""), few: false, names: null },
    words: [...words, ...nested.flatMap((each) => each.words)],
    inside,
    rest,
  };
}

function substitutionsIn(text: string): number {
  const plain = text.replace(/\\./gs, "");
  return (plain.match(/\$\((?!\()/g)?.length ?? 0) + (plain.match(/`/g)?.length ?? 0) / 2;
}

/** What is expanded is a hole. */
function expanded(text: string): string {
  return text.replace(
    /\\([$`\\])|\$\([^)]*\)|\$\{[^}]*\}|\$[\w@*#?$!-]|`[^`]*`/g,
    (_, escaped?: string) => escaped ?? HOLE,
  );
}
