import type { Called } from "./called.ts";
import { argumentsOf, givenTo, isText, type Shape, shapeOf, writtenText } from "./given.ts";
import type { Bound } from "./imported.ts";
import { rulesFor, type SinkRule } from "./sinkrules.ts";
import { type Branch, part, type Tree, textOf, walk } from "./tree.ts";

/** A place that may do harm with what it is given: what was recognised, what it is given, and why it is told. */
export type Sink = { id: string; pattern: string; given: Shape | "none"; cwe: string; why: string; line: number };

/** A file as rules are asked about it. */
type File = { tree: Tree; language: string; bound: readonly Bound[] };

/** The places of a file that may do harm, in the order of the text. */
export function sinksIn(file: File, calls: readonly { call: Called; branch: Branch }[]): Sink[] {
  const called = calls.flatMap(({ call, branch }): Sink[] => {
    for (const rule of rulesFor(file.language, "call", call.name)) {
      const given = isOn(call, rule, file) ? givenBy(branch, rule, file) : null;
      const pattern = call.on === null ? `${call.name}()` : `${shortened(call.on)}.${call.name}()`;
      if (given !== null) return [sink(rule, pattern, given, call.line)];
    }
    return [];
  });
  const others: Sink[] = [];
  walk(file.tree.root, (branch) => {
    if (branch.named) others.push(...besideCalls(branch, file));
  });
  return [...called, ...others].sort((a, b) => a.line - b.line);
}

function sink({ id, cwe, why }: SinkRule, pattern: string, given: Sink["given"], line: number): Sink {
  return { id, pattern, given, cwe, why, line };
}

/** A receiver in one line, its inner parts left out where it is long. */
function shortened(on: string): string {
  const line = on.replace(/\s+/g, " ");
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}

/** Whether what is called is what a rule is about: by the name that it is called on, by what that is imported from, or by what the file imports at all. */
function isOn({ on, of, bound }: Called, rule: SinkRule, file: File): boolean {
  if (rule.free) return on === null && of !== "file" && of !== "import";
  if (rule.on === null && rule.from === null) return true;
  const holder = on === null ? "" : on.replace(/\s+/g, "");
  if (rule.on?.test(holder) || (bound && (rule.on?.test(bound.module) || rule.from?.test(bound.module)))) return true;
  return rule.from !== null && on !== null && imports(file, rule.from);
}

function imports({ bound }: File, from: RegExp): boolean {
  return bound.some(({ module }) => from.test(module));
}

/** What a call is given where that may do harm; null where it may not. */
function givenBy(
  branch: Branch,
  { words, option, unless, except, argument = 0, when }: SinkRule,
  { tree }: File,
): Sink["given"] | null {
  const { positional, named } = givenTo(tree, branch);
  if (option && !named.some((each) => option.test(each))) return null;
  if (unless && argumentsOf(branch).some((each) => unless.test(textOf(tree, each)))) return null;
  const at = words === null ? argument : afterWords(tree, positional, words);
  const given = at === null ? undefined : positional[at];
  if (at === null || (words !== null && when !== "always" && !isOwn(branch, given))) return null;
  if (given && except?.test(textOf(tree, given))) return null;
  const shape = given ? shapeOf(tree, given) : "none";
  const fits = {
    always: true,
    made: shape === "made",
    value: shape === "made" || shape === "value",
    text: given !== undefined && isText(given),
  };
  return fits[when] ? shape : null;
}

/** Where an argument stands that follows some that are written out; null where none are so. */
function afterWords(tree: Tree, given: readonly Branch[], words: readonly RegExp[]): number | null {
  const texts = given.map((each) => writtenText(tree, each));
  const at = texts.findIndex((_, first) => words.every((word, next) => word.test(texts[first + next] ?? "\0")));
  return at < 0 ? null : at + words.length;
}

/** Whether an argument is of a call itself, not of one before it in its chain. */
function isOwn(call: Branch, given: Branch | undefined): boolean {
  const first = argumentsOf(call)[0];
  return given !== undefined && first !== undefined && given.start >= first.start;
}

/** What is set, written under a key, or a block of a kind. */
function besideCalls(branch: Branch, { tree, language, bound }: File): Sink[] {
  const made = (at: "assignment" | "pair", name: string, value: Branch | null, pattern: string): Sink[] => {
    const rule = rulesFor(language, at, name).find(({ from, option, when, ...rest }) => {
      if (value === null || (from && !bound.some(({ module }) => from.test(module)))) return false;
      if (rest.on && !rest.on.test(textOf(tree, branch.parent))) return false;
      if (option && !option.test(textOf(tree, value))) return false;
      return when === "always" || shapeOf(tree, value) !== "constant";
    });
    return rule && value ? [sink(rule, pattern, shapeOf(tree, value), branch.line)] : [];
  };
  if (/^(?:augmented_)?assignment_expression$/.test(branch.type)) {
    const left = part(branch, "left");
    const name = textOf(tree, left && part(left, "property"));
    return name === "" ? [] : made("assignment", name, part(branch, "right"), `.${name} =`);
  }
  if (/^(?:pair|keyword_argument|keyed_element)$/.test(branch.type)) {
    const [first, second] = branch.children.filter(({ named }) => named);
    const key = part(branch, "key") ?? part(branch, "name") ?? first ?? null;
    const name = textOf(tree, key).replace(/^["'`]|["'`]$/g, "");
    const value = part(branch, "value") ?? second ?? null;
    return made("pair", name, value, `${name}: ${shortened(textOf(tree, value))}`);
  }
  const [rule] = branch.type.endsWith("_block") ? rulesFor(language, "block", branch.type) : [];
  return rule ? [sink(rule, branch.type.replace("_block", " { … }"), "none", branch.line)] : [];
}
