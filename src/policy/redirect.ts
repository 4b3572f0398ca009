import { expand, textOf } from "./expand.ts";
import { role } from "./roles.ts";
import { type Finding, finding, type Scene, type Stdin } from "./scene.ts";
import { overwrites, reads, writes } from "./touch.ts";
import type { Tree } from "./tree.ts";
import { literal, type Word } from "./word.ts";

/** What a redirect does, what it feeds to the command, the command's words that stand behind it, the substitutions in it,
 * and statements that stand behind it on the line. */
export type Redirected = { found: Finding[]; stdin?: Stdin; words: Word[]; inside: Tree[]; rest: Tree[] };

/** The effects of a redirect; none for other nodes. `next` is the redirect behind it. */
export function redirect(node: Tree, scene: Scene, next?: Tree): Redirected[] {
  if (node.type === "herestring_redirect") return [herestring(node, scene)];
  if (node.type !== "file_redirect") return [];
  const operator = node.children.find(({ type }) => /^[<>&|-]+$/.test(type))?.type ?? "";
  const [target, ...words] = node.children
    .filter(({ field }) => field === "destination")
    // A number right before the next redirect is that one's descriptor, which the parser takes for a word.
    .filter(({ type, to }) => type !== "number" || to !== next?.from)
    .flatMap((child) => expand(child, scene));
  const connects = /^\/dev\/(?:tcp|udp)\//.test(target?.text ?? "");
  const stdin = connects
    ? { text: null, few: false, names: null }
    : operator.startsWith("<") && operator !== "<>"
      ? { text: null, few: false, names: null, file: true as const }
      : undefined;
  const found = target === undefined ? [] : effects(operator, target, scene);
  return [{ found, words, inside: [], rest: [], ...(stdin && { stdin }) }];
}

function effects(operator: string, target: Word, scene: Scene): Finding[] {
  if (/&$/.test(operator) && /^\d*-?$/.test(target.text)) return [];
  if (operator === "<" || operator === "<&") return [...reads(target, scene), ...connection(target)];
  return operator === ">>" || operator === "&>>" ? writes(target, scene) : overwrites(target, scene);
}

function connection({ text, source }: Word): Finding[] {
  return /^\/dev\/(?:tcp|udp)\//.test(text) ? [finding("network", source, "opens a connection")] : [];
}

function herestring(node: Tree, scene: Scene): Redirected {
  const [given, ...more] = node.children.filter(({ type }) => /^\w+$/.test(type) && type !== "file_descriptor");
  const text = given === undefined ? null : textOf(given, scene);
  return {
    found: [],
    stdin: { text, few: false, names: null },
    words: more.flatMap((child) => expand(child, scene)),
    inside: [],
    rest: [],
  };
}

/** Variables that get the numbers of open files: `{NAME}<FILE`. */
export function descriptors(line: string, scene: Scene): Finding[] {
  return [...line.matchAll(/\{([A-Za-z_][^\s{},.]*)\}(?=[<>])/g)].flatMap(([, name]) =>
    role("variable", literal(name!), scene, ""),
  );
}
