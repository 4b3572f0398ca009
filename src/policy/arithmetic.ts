import { assigns } from "./environment.ts";
import { type Finding, finding, type Scene } from "./scene.ts";
import { all, type Tree } from "./tree.ts";
import { HOLE } from "./word.ts";

/*
 * Where the shell expects a number or a variable's name it evaluates what it is given: a variable that holds
 * `a[$(COMMAND)]` runs the command. So what comes from files, from names of files, from programs or from nowhere in the
 * line may hold code there. Words of `[` that are not in quotes may become `-v` and such a name.
 */

/** A part of the line that is evaluated. `names` when names in it stand for their values without a dollar. */
type Place = { node: Tree; text: string; names: boolean };

/** Commands that print nothing but a number, or one word that no file has a part in. */
const plain =
  /^(?:wc(?:\s+-\w+)*(?:\s*<\s*\S+)?|nproc|date\s+['"]?\+['"]?%[sYmdHMSj]+['"]?|id(?:\s+-\w+)?|whoami|uname(?:\s+-\w+)?|arch|seq\s[\s\d.-]+|grep\s+-c\s[^*?]*|tput\s+(?:cols|lines))$/;
/** Commands by which variables get values that the line does not tell. */
const giving = /^(?:read|mapfile|readarray|getopts|wait|printf|eval|source|\.|coproc)$/;
const comparing = /^-(?:eq|ne|lt|le|gt|ge)$/;
const assigning =
  /([A-Za-z_]\w*)(?:\[[^\]]*\])?\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)/g;

/** What a line evaluates though it may hold code. `nested`: variables may have their values from a shell around it. */
export function evaluated(tree: Tree, nested: boolean, scene: Scene): Finding[] {
  const places = evaluations(tree);
  const isOpen = openNames(tree, nested, places);
  const found = [...places, ...integers(tree)].filter((each) => mayHoldCode(each, isOpen));
  const set = [...places.flatMap(({ text, names }) => (names ? assignedBy(text) : [])), ...defaults(tree)];
  return [
    ...found.slice(0, 1).map(({ text }) => finding("exec", text.slice(0, 60), "is evaluated, and may hold commands")),
    ...[...new Set(set)].flatMap((name) => assigns(name, HOLE, name, scene)),
  ];
}

/** Names of the variables to which an arithmetic text gives values. */
export function assignedBy(text: string): string[] {
  return [...text.matchAll(assigning)].map(([, before, behind]) => (before ?? behind)!);
}

/** Values that are evaluated because some variable is declared to be a number. */
function integers(tree: Tree): Place[] {
  if (!all(tree, ["declaration_command"]).some(({ text }) => /\s-\w*i/.test(text))) return [];
  const values = all(tree, ["variable_assignment"]).flatMap(({ children }) =>
    children.filter(({ field }) => field === "value"),
  );
  return [...values, ...named(tree, giving)].map((node) => ({ node, text: node.text, names: true }));
}

/** Names that get a value where they have none: `${NAME:=VALUE}`. */
function defaults(tree: Tree): string[] {
  return all(tree, ["expansion"]).flatMap(({ text }) => /^\$\{(\w+)(?:\[.*\])?:?=/.exec(text)?.slice(1) ?? []);
}

function evaluations(tree: Tree): Place[] {
  const number = (node: Tree, text = node.text): Place => ({ node, text, names: true });
  const word = (node: Tree): Place => ({ node, text: node.text, names: false });
  const fields = (types: string[], field: (name: string | null) => boolean) =>
    all(tree, types).flatMap(({ children }) => children.filter((child) => field(child.field)));
  // `[` takes numbers alone, as it takes words; `[[` evaluates.
  const bracketed = new Set(single(tree).flatMap((node) => all(node, ["binary_expression"])));
  const operators = all(tree, ["binary_expression", "unary_expression"]).flatMap((node) => {
    const operator = node.children.find(({ type }) => type === "test_operator")?.text ?? "";
    if (comparing.test(operator)) return bracketed.has(node) ? [] : [number(node, node.text.replaceAll(operator, " "))];
    return /^-[vR]$/.test(operator) ? [word(node)] : [];
  });
  const slices = all(tree, ["expansion"]).flatMap((node) => {
    const [, behind] = /^\$\{\w+(?:\[.*\])?:([^-=?+].*)\}$/s.exec(node.text) ?? [];
    const indirect = /^\$\{!\w+(?![\w*@]|\[[@*]\])/.test(node.text);
    return behind !== undefined ? [number(node, behind)] : indirect ? [number(node)] : [];
  });
  const keyed = new Set(keyedNames(tree));
  const subscripts = all(tree, ["subscript"])
    .filter(({ children }) => !keyed.has(children[0]?.text ?? ""))
    .flatMap(({ children }) => children.filter(({ field }) => field === "index"));
  const arrays = all(tree, ["variable_assignment"])
    .filter(({ text }) => !keyed.has(/^\w*/.exec(text)![0]))
    .flatMap((node) => all(node, ["array"]))
    .flatMap((node) => [...node.text.matchAll(/\[([^\]]*)\]\+?=/g)].map(([, index]) => number(node, index!)));
  return [
    ...all(tree, ["arithmetic_expansion"]).map((node) => number(node)),
    ...compound(tree).map((node) => number(node)),
    ...fields(["c_style_for_statement"], (name) => name !== null && name !== "body").map((node) => number(node)),
    ...operators,
    ...slices,
    ...subscripts.map((node) => number(node)),
    ...arrays,
    ...named(tree, /^let$/).flatMap(({ children }) => children.slice(1).map((node) => number(node))),
    ...loose(tree).map(word),
  ];
}

/** `((...))` as a command. */
function compound(tree: Tree): Tree[] {
  return all(tree, ["test_command", "compound_statement"]).filter(({ text }) => text.startsWith("(("));
}

/** What may become several words of `[` or `test`: it may become `-v` with a name behind it. */
function loose(tree: Tree): Tree[] {
  const words = (node: Tree): Tree[] =>
    /_expression$|^test_command$/.test(node.type) ? node.children.flatMap(words) : [node];
  const given = [
    ...single(tree).flatMap(words),
    ...named(tree, /^(?:test|\[)$/).flatMap(({ children }) => children.slice(1)),
  ];
  const open = ["simple_expansion", "expansion", "command_substitution"];
  return given.flatMap((node) =>
    open.includes(node.type)
      ? [node]
      : node.type === "concatenation"
        ? node.children.filter(({ type }) => open.includes(type))
        : [],
  );
}

/** `[` and what stands in it. */
function single(tree: Tree): Tree[] {
  return all(tree, ["test_command"]).filter(({ text }) => /^\[(?!\[)/.test(text));
}

/** Commands of some name, also behind `builtin` and `command`. */
function named(tree: Tree, name: RegExp): Tree[] {
  return all(tree, ["command"]).filter(({ children }) => {
    const words = children.map(({ text }) => text.replace(/[\\'"]/g, ""));
    return name.test(words.find((word) => !/^(?:builtin|command|\w+=.*)$/s.test(word)) ?? "");
  });
}

/** Arrays whose subscripts are texts, as the line itself declares them in any case. */
function keyedNames(tree: Tree): string[] {
  if (/\bunset\b/.test(tree.text)) return [];
  const keyed = tree.children.filter(
    ({ type, text }) => type === "declaration_command" && /^\w+\s(?:.*\s)?-\w*A/.test(text),
  );
  return keyed.flatMap(({ children }) => children.map((child) => /^\w*/.exec(child.text)![0]));
}

type IsOpen = (name: string, names: boolean) => boolean;

function mayHoldCode({ node, text, names }: Place, isOpen: IsOpen): boolean {
  if (/'[^']*[$`]|\\[$`]/.test(text)) return true;
  const commands = all(node, ["command_substitution"]).filter((each) => text.includes(each.text));
  if (commands.some((each) => !counts(each))) return true;
  const left = commands.reduce((rest, each) => rest.replaceAll(each.text, "0"), text);
  return references(left, names).some((name) => isOpen(name, names));
}

/** Names and parameters in a text, `1` for every parameter that has no name. */
function references(text: string, names: boolean): string[] {
  const bare = text.replace(/\$\{#\w+(?:\[[@*]\])?\}|\$#/g, "0");
  const parameters = /\$\{?[\d@*]/.test(bare) ? ["1"] : [];
  const before = names ? /(?<![\w.])[A-Za-z_]\w*/g : /(?<=\$\{?[!#]?)[A-Za-z_]\w*/g;
  return [...parameters, ...(bare.match(before) ?? [])];
}

function counts({ text }: Tree): boolean {
  const inside = text.replace(/^(?:\$\(|`)\s*|\s*(?:\)|`)$/g, "");
  return plain.test(inside.split("|").at(-1)!.trim());
}

/** Tells the names whose value may be anything: those that are given one that is not told, or one of another such name,
 * and those that the line does not set. What stands in capitals is taken for the machine's own. */
function openNames(tree: Tree, nested: boolean, places: Place[]): IsOpen {
  const given = named(tree, giving).filter(({ text }) => !/^\W*printf\s/.test(text) || /\s-v/.test(text));
  const handed = new Set(given.flatMap(({ text }) => references(text, true)));
  const unknown = nested || given.some(({ text }) => /[$`]/.test(text) || /^(?:eval|source|\.)\s/.test(text));
  const values = new Map<string, Tree[]>();
  const add = (name: string, more: Tree[]) => values.set(name, [...(values.get(name) ?? []), ...more]);
  for (const node of all(tree, ["variable_assignment", "for_statement"])) {
    const [target] = all(node, ["variable_name"]);
    add(
      target?.text ?? "",
      node.children.filter(({ field, type }) => field === "value" || type === "array"),
    );
  }
  for (const node of all(tree, ["expansion"]))
    for (const name of defaults({ ...node, children: [] })) add(name, [node]);
  for (const { text, names } of places) if (names) for (const name of assignedBy(text)) add(name, []);
  const isOpen = (name: string, names: boolean, seen: string[] = []): boolean => {
    if (name === "1" || handed.has(name)) return true;
    if (seen.includes(name)) return false;
    const own = values.get(name);
    const next = (each: string, bare: boolean) => isOpen(each, bare, [...seen, name]);
    return own?.some((value) => isOpenValue(value, names, next)) ?? (unknown || /[a-z]/.test(name));
  };
  return isOpen;
}

/** Whether a value may hold code: what it is made of is not told, or may become a dollar. */
function isOpenValue(node: Tree, names: boolean, isOpen: IsOpen): boolean {
  if (/[\\*?]|\$'|'[^']*[$`]/.test(node.text)) return !/^\$\(\(/.test(node.text);
  return mayHoldCode({ node, text: node.text, names }, isOpen);
}
