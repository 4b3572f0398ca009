import { expand } from "./expand.ts";
import { type Parsed, parseOptions } from "./options.ts";
import { inner, type Scene } from "./scene.ts";
import { type Known, lookup, prepare } from "./table.ts";
import type { Tree } from "./tree.ts";
import { mayBeOption, NAME, type Word } from "./word.ts";

/** So many commands are judged to tell whether one of them only lists. */
const enough = 20;

/**
 * What stands for one of the names when a statement prints nothing but names of what is in the folder, one to a line:
 * `ls`, `git ls-files | head`; null otherwise. `names` is the same for what it reads.
 */
export function lists(node: Tree, names: string | null, scene: Scene): string | null {
  const parts = node.children.filter(({ children, type }) => children.length > 0 || type === "word");
  switch (node.type) {
    case "command":
      return command(node, names, scene);
    case "pipeline":
      return parts.reduce<string | null>((still, part) => lists(part, still, scene), names);
    case "redirected_statement": {
      const [body, ...redirects] = parts;
      const silent = redirects.every(({ text }) => /^2>\s*\/dev\/null$/.test(text));
      return body !== undefined && silent ? lists(body, names, scene) : null;
    }
    case "command_substitution":
      return parts.length === 1 ? lists(parts[0]!, names, scene) : null;
    default:
      return null;
  }
}

function command(node: Tree, names: string | null, scene: Scene): string | null {
  if (scene.budget.names-- <= 0) return null;
  const own = inner({ ...scene, budget: { left: enough, names: 0 } });
  const words = node.children.every(({ type }) => !/assignment|redirect/.test(type))
    ? node.children.flatMap((child) => expand(child, own))
    : [];
  const [first, ...rest] = words;
  if (first === undefined || scene.functions.has(first.text) || rest.some(({ text }) => text.includes("..")))
    return null;
  const known = subcommand(lookup(first.text), rest);
  if (known === null) return null;
  const parsed = parseOptions(known.entry, known.words);
  if (names !== null && known.entry.passes !== undefined && hands(known.entry.passes, known.entry, parsed))
    return names;
  const name = first.text === "find" ? found(rest) : prints(known.entry, parsed) ? NAME : null;
  return name !== null && scene.command(words, own).every(({ effect }) => effect === "read") ? name : null;
}

/** The entry of a subcommand, where nothing stands before it. */
function subcommand(entry: Known | null, words: Word[]): { entry: Known; words: Word[] } | null {
  if (entry === null || entry.subcommands === null) return entry && { entry, words };
  const [first, ...rest] = words;
  const listed = entry.subcommands.get(first?.text ?? "");
  return listed === undefined ? null : subcommand(prepare(listed, entry), rest);
}

/** A filter prints lines of what it reads when it has no files to read and no option that changes lines. */
function hands(
  options: string,
  { operands = "" }: Known,
  { given, operands: words, strange, unsure }: Parsed,
): boolean {
  const pattern = operands.startsWith("text") && given.every(({ option }) => option.operands === undefined) ? 1 : 0;
  const separates = operands === "text*" && words.every(({ text }) => /^(?:\\[n0]|\\0[01][02]|\n)$/.test(text));
  const plain = given.every(({ name }) => options.split(" ").includes(name));
  return plain && strange.length === 0 && unsure.length === 0 && (separates || words.length <= pattern);
}

function prints({ lists }: Known, { given, strange, unsure }: Parsed): boolean {
  if (lists === undefined || unsure.some(({ glob }) => !glob)) return false;
  const [by, also] = [lists.by?.split(" "), lists.with.split(" ")];
  const options = [...given.map(({ name }) => name), ...strange.map(({ text }) => text)];
  const asked = by === undefined || options.some((name) => by.includes(name));
  return asked && options.every((name) => also.includes(name) || by?.includes(name) === true);
}

/** find without an action prints what it finds, below where it starts. */
function found(words: Word[]): string | null {
  if (words.some(({ text }) => /^-(?:printf|ls|exec.*|ok.*|fprint.*|fls)$/.test(text))) return null;
  const start = words.find(({ text }) => !/^-[HLPDO]/.test(text));
  return start === undefined || !mayBeOption(start) ? `./${NAME}` : NAME;
}
