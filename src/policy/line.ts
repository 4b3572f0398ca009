import { evaluated } from "./arithmetic.ts";
import { assigns } from "./environment.ts";
import { expand, output, textOf, Unreadable } from "./expand.ts";
import { heredoc } from "./heredoc.ts";
import { fixedNames, topFunctions } from "./names.ts";
import { descriptors, redirect } from "./redirect.ts";
import { type Finding, finding, inner, type Scene, type Stdin } from "./scene.ts";
import { judgeTest, looksAt, wordsOf } from "./tested.ts";
import { all, foreign, substitutions, type Tree } from "./tree.ts";
import { filled, HOLE, literal, oneOf, type Word } from "./word.ts";

/** Lines within lines go no deeper. */
const deepest = 8;
/** Longer values of variables are not kept; characters. */
const longestValue = 10_000;

/** Judges a shell line: every command in it, whether it would run or not. */
export function judgeLine(text: string, scene: Scene, own = false): Finding[] {
  const refused = (why: string) => [finding("unknown", filled(text).slice(0, 60), why)];
  if (text.trim() === "") return [];
  if (scene.depth >= deepest) return refused("lies too deep in other commands");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (/[\x00-\x08\x0b-\x1f\x7f\u0085\u2028\u2029]/.test(text)) return refused("holds characters that are not known");
  const line = joined(text);
  const tree = line === null ? null : scene.parse(line);
  if (tree === null) return refused("can't be parsed");
  if (all(tree, ["expansion"]).some(hides)) return refused("holds a substitution that can't be parsed");
  if (all(tree, ["simple_expansion"]).some(({ text: each }) => /^\$\s/.test(each)))
    return refused("holds a $ by itself, which the parser joins with the word behind it");
  const stranger = foreign(tree);
  if (stranger !== null) return refused(`holds a ${stranger}, which is not judged`);
  if (all(tree, ["expansion"]).some(({ text: each }) => /@P\}$/.test(each)))
    return refused("expands a value as a prompt, which may run commands");
  const fixed = fixedNames(tree);
  const shell = own
    ? { ...scene, fixed: new Set([...scene.fixed].filter((name) => fixed.has(name))) }
    : { ...scene, values: new Map<string, string>(), fixed, functions: topFunctions(tree) };
  try {
    return [
      ...visit(tree, { ...shell, depth: scene.depth + 1 }),
      ...evaluated(tree, scene.depth > 0, scene),
      ...descriptors(line!, scene),
    ];
  } catch (thrown) {
    if (thrown instanceof Unreadable) return refused(`holds a ${thrown.message} where a word should stand`);
    throw thrown;
  }
}

/** Whether the parser has not seen a substitution in the braces of a variable. */
function hides(node: Tree): boolean {
  return /`/.test(node.text.replace(/\\.|'[^']*'/gs, "")) && all(node, substitutions).length === 0;
}

/** The line with its continuations joined, which the parser splits; null where it can't be told what joins what. */
function joined(text: string): string | null {
  const inWord = /[^\s\\](?:\\\\)*\\\n[^\s]/;
  if (!inWord.test(text)) return text.includes("#") && /\\\n/.test(text) ? null : text;
  return /[#']|<</.test(text) ? null : text.replace(/(?<!\\)((?:\\\\)*)\\\n/g, "$1");
}

function visit(node: Tree, scene: Scene): Finding[] {
  switch (node.type) {
    case "command":
      return command(node, scene, []);
    case "pipeline":
      return pipeline(node, scene);
    case "redirected_statement":
      return redirected(node, scene);
    case "variable_assignment":
      return assignment(node, scene);
    case "declaration_command":
    case "unset_command":
      return declaration(node, scene);
    case "test_command":
      return tested(node, scene);
    case "for_statement":
      return loop(node, scene);
    case "function_definition":
      return definition(node, scene);
    case "subshell":
    case "command_substitution":
    case "process_substitution":
      return [...visitAll(node.children, inner(scene)), ...redirects(node, scene)];
    case "if_statement":
    case "while_statement":
    case "case_statement":
      return unsure(node.children, scene);
    default:
      return visitAll(node.children, scene);
  }
}

function visitAll(nodes: Tree[], scene: Scene): Finding[] {
  return nodes.flatMap((node) => (node.children.length > 0 ? visit(node, scene) : []));
}

/** Redirects without a command: `$(<FILE)` is what the file holds. */
function redirects(node: Tree, scene: Scene): Finding[] {
  return node.children.flatMap((child) => redirect(child, scene)).flatMap(({ found }) => found);
}

/** A statement that may or may not run, or run again: the folder that it leads to is not known the next time. */
function unsure(nodes: Tree[], scene: Scene): Finding[] {
  const { base } = scene;
  const found = visitAll(nodes, scene);
  if (scene.base === base) return found;
  scene.base = null;
  return [...found, ...visitAll(nodes, scene)];
}

const wordless = new Set(["variable_assignment", "file_redirect", "herestring_redirect", "heredoc_redirect"]);

/** A command with its assignments and redirects, and words that stand after them. */
function command(node: Tree, scene: Scene, more: Word[]): Finding[] {
  const parts = node.children.filter(({ type }) => /^\w+$/.test(type));
  // `IFS=: read a b` splits what is read and nothing else: of the assignment its value alone matters.
  const splits = parts.some(({ type, text }) => type === "command_name" && text === "read");
  const inside = parts.flatMap((part) => (splits && /^IFS=/.test(part.text) ? part.children : [part]));
  const found = visitAll(inside, inner(scene));
  const words = parts
    .filter((part) => !wordless.has(part.type) && !isArithmetic(part))
    .flatMap((part) => expand(part, scene));
  const input = parts.flatMap((part) => redirect(part, scene));
  const stdin = input.find((each) => each.stdin !== undefined)?.stdin ?? scene.stdin;
  const outer = scene.stdin;
  const rest = [...words, ...input.flatMap((each) => each.words), ...more];
  const effects = input.flatMap((each) => each.found);
  if (rest.length === 0) return [...found, ...effects];
  scene.stdin = stdin;
  const judged = scene.command(rest, scene);
  scene.stdin = outer;
  return [...found, ...effects, ...judged];
}

/** `((...))`, which the parser takes for the name of a command. */
function isArithmetic({ type, text, children }: Tree): boolean {
  return type === "command_name" && text.startsWith("((") && children[0]?.type === "arithmetic_expansion";
}

/** A statement with redirects behind it. Words behind a redirect's target belong to the command. */
function redirected(node: Tree, scene: Scene): Finding[] {
  const body = node.children.find(({ field }) => field === "body");
  const redirects = node.children.filter((child) => child !== body && child.children.length > 0);
  const results = redirects.map((each, at) =>
    each.type === "heredoc_redirect" ? heredoc(each, scene) : redirect(each, scene, redirects[at + 1])[0]!,
  );
  const words = results.flatMap((each) => each.words);
  const found = [
    ...visitAll(
      redirects.filter(({ type }) => type !== "heredoc_redirect"),
      inner(scene),
    ),
    ...results.flatMap((each) => each.found),
  ];
  const stdin = results.find((each) => each.stdin !== undefined)?.stdin ?? scene.stdin;
  const substituted = results.flatMap((each) => visitAll(each.inside, inner(scene)));
  const outer = scene.stdin;
  scene.stdin = stdin;
  const judged = [...emptied(node, body), ...bodyOf(body, scene, words)];
  scene.stdin = outer;
  if (words.length > 0 && body?.type !== "command")
    judged.push(finding("unknown", words[0]!.source, "stands where no word may stand"));
  const after = results.flatMap(({ rest }) => rest);
  const piped = after.some(({ type }) => type === "pipeline")
    ? { text: body && stdin ? through(body, stdin, scene) : null, few: false, names: null }
    : outer;
  return [...found, ...substituted, ...judged, ...visitAll(after, { ...inner(scene), stdin: piped })];
}

function bodyOf(body: Tree | undefined, scene: Scene, words: Word[]): Finding[] {
  if (body === undefined) return [];
  return body.type === "command" ? command(body, scene, words) : visit(body, scene);
}

/** A redirect of nothing empties its target. */
function emptied(node: Tree, body: Tree | undefined): Finding[] {
  if (
    body !== undefined &&
    !/^(?::|true|cat\s+\/dev\/null|(?:echo|printf)\s+(?:-n|(?:-n\s+)?(?:''|"")))$/.test(body.text)
  )
    return [];
  const target = node.children.find(({ type, text }) => type === "file_redirect" && /^\d*(?:>[^>&]|&>)/.test(text));
  if (target === undefined || /\/dev\/(?:null|std)/.test(target.text)) return [];
  return [finding("destructive", target.text, "empties the file")];
}

/** What a command makes of a text: cat hands it on. */
function through(body: Tree, stdin: Stdin, scene: Scene): string | null {
  if (body.type !== "command") return null;
  const words = body.children.flatMap((child) => (wordless.has(child.type) ? [] : expand(child, scene)));
  return words.length === 1 && words[0]!.text === "cat" ? stdin.text : null;
}

/** Commands in a row: each reads what the one before prints, in a shell of its own. */
function pipeline(node: Tree, scene: Scene): Finding[] {
  const found: Finding[] = [];
  let stdin = scene.stdin;
  for (const part of node.children.filter(({ children }) => children.length > 0)) {
    found.push(...visit(part, { ...inner(scene), stdin }));
    stdin = {
      text: printed(part, herestring(part, scene) ?? stdin, scene),
      few: stdin?.few === true || chooses(part, scene),
      names: scene.lists(part, stdin?.names ?? null, scene),
    };
  }
  return found;
}

/** What a command prints, where that is known. */
function printed(part: Tree, stdin: Stdin | null, scene: Scene): string | null {
  if (part.type !== "command") return null;
  return output(part, scene) ?? (stdin === null ? null : through(part, stdin, scene));
}

function herestring(part: Tree, scene: Scene): Stdin | null {
  return part.children.flatMap((child) => redirect(child, scene)).find((each) => each.stdin)?.stdin ?? null;
}

/** Whether a command prints names that it chose by a pattern. */
function chooses(part: Tree, scene: Scene): boolean {
  if (part.type !== "command") return false;
  const [name, ...words] = part.children
    .flatMap((child) => (wordless.has(child.type) ? [] : expand(child, scene)))
    .map(({ text }) => text);
  if (name === "find")
    return (
      words.some((word) => /^-i?(?:name|path|regex)$/.test(word)) &&
      !words.some((word) => word === "*" || word === ".*")
    );
  return name === "grep" || name === "rg" || name === "head" || name === "tail";
}

function assignment(node: Tree, scene: Scene): Finding[] {
  const [target] = node.children;
  const value = node.children.findLast(({ field }) => field === "value");
  const name = target?.text.replace(/\[.*$/s, "") ?? "";
  const given = value === undefined ? "" : textOf(value, scene);
  const known = given.length > longestValue ? HOLE : given;
  const certain = scene.fixed.has(name) && target?.type === "variable_name" && !/\+=/.test(node.text);
  scene.values.set(name, certain ? known : HOLE);
  return [...visitAll(node.children, inner(scene)), ...assigns(name, known, node.text, scene)];
}

/** `export`, `declare`, `unset` and their like: a command whose words may be assignments. */
function declaration(node: Tree, scene: Scene): Finding[] {
  const [keyword, ...parts] = node.children;
  if (parts.some(({ from }, at) => parts[at - 1]?.to === from))
    return [finding("unknown", node.text.slice(0, 60), "names a variable that is not known")];
  const words = parts.filter(({ type }) => type !== "variable_assignment").flatMap((part) => expand(part, scene));
  return [...visitAll(parts, scene), ...scene.command([literal(keyword!.text), ...words], scene)];
}

/** `[` is a command that ends where any command does, which the parser does not see. */
function tested(node: Tree, scene: Scene): Finding[] {
  const words = /^\(\(/.test(node.text) ? [] : wordsOf(node, scene);
  const looks = /^\[\[/.test(node.text) ? looksAt(words, scene) : judgeTest(words, scene);
  const found = [...visitAll(node.children, inner(scene)), ...looks];
  if (/^(?:\[\[|\(\()/.test(node.text)) return found;
  const inside = all(node, [...substitutions, "expansion", "arithmetic_expansion"]);
  const outside = inside.reduce((text, { text: part }) => text.replace(part, ""), node.text);
  const bare = outside.replace(/\\.|'[^']*'|"(?:\\.|[^"\\])*"/gs, "");
  return /[\n;&|<>()`]/.test(bare)
    ? [...found, finding("unknown", "[", "is not the only command between its brackets")]
    : found;
}

/** A loop over words: its body is judged for each of a few, and for any when there are many or they aren't known. */
function loop(node: Tree, scene: Scene): Finding[] {
  const name = node.children.find(({ type }) => type === "variable_name")?.text ?? "";
  const body = node.children.filter(({ type }) => type === "do_group" || type === "compound_statement");
  const values = node.children.filter(({ field }) => field === "value");
  const words = values.flatMap((value) => expand(value, scene)).map(oneOf);
  const few = scene.fixed.has(name) && words.length > 0 && words.length <= 16;
  const found = (few ? words : [HOLE]).flatMap((word) => {
    scene.values.set(name, word);
    return unsure(body, scene);
  });
  scene.values.set(name, HOLE);
  return [...assigns(name, HOLE, node.text.slice(0, 40), scene), ...visitAll(values, inner(scene)), ...found];
}

/** A function's body is judged where it stands. One that starts itself beside itself never ends. */
function definition(node: Tree, scene: Scene): Finding[] {
  const name = node.children.find(({ type }) => type === "word")?.text ?? "";
  const own = { ...inner(scene), values: new Map() };
  const found = visitAll(node.children, own);
  if (own.base !== scene.base) scene.base = null;
  const effects = node.children.flatMap((child) => redirect(child, scene)).flatMap((each) => each.found);
  found.push(...effects);
  const calls = all(node, ["command_name"]).filter(({ text }) => text === name);
  const [, ...body] = node.children;
  const beside = body.some(({ text }) => /[^&]&(?:[^&>]|$)|\|/.test(text)) || all(node, substitutions).length > 0;
  if (calls.length > 0 && beside)
    found.push(finding("destructive", name, "starts itself again and again until the machine is full"));
  return found;
}
