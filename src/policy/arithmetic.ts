import { type Finding, finding } from "./scene.ts";
import { all, type Tree } from "./tree.ts";

/*
 * Where the shell expects a number or a variable's name it evaluates what it is given: a variable that holds
 * `a[$(COMMAND)]` runs the command. So what comes from files, from names of files or from programs may hold code there.
 */

/** Commands that print nothing but a number. */
const counting =
  /^(?:wc(?:\s+-\w+)*(?:\s*<\s*\S+)?|nproc|date\s+\+%[sYmdHMSj]+|id\s+-[ug]|seq\s[\s\d.-]+|grep\s+-c\s[^*?]*)$/;
/** Commands by which variables get values that the line does not tell. */
const giving = /^(?:read|mapfile|readarray|getopts|wait|printf|eval|source|\.|coproc)$/;
const comparing = /^-(?:eq|ne|lt|le|gt|ge)$/;
const declaring = ["declaration_command", "unset_command"] as const;

/** What a line evaluates though it may hold code. `nested`: variables may have their values from a shell around it. */
export function evaluated(tree: Tree, nested: boolean): Finding[] {
  const isOpen = openNames(tree, nested);
  const places = all(tree, ["declaration_command"]).some(({ text }) => /\s-\w*i/.test(text))
    ? [tree]
    : evaluations(tree);
  const found = [...places.filter((each) => mayHoldCode(each, isOpen)), ...namesThatAreExpanded(tree)];
  return found.slice(0, 1).map(({ text }) => finding("exec", text.slice(0, 60), "is evaluated, and may hold commands"));
}

/** The parts of a line that the shell evaluates. */
function evaluations(tree: Tree): Tree[] {
  const loops = all(tree, ["c_style_for_statement"]).flatMap(({ children }) =>
    children.filter(({ field }) => field !== null && field !== "body"),
  );
  const indices = all(tree, ["subscript"]).flatMap(({ children }) => children.filter(({ field }) => field === "index"));
  const tests = all(tree, ["binary_expression", "unary_expression"]).filter(({ children }) =>
    children.some(({ type, text }) => type === "test_operator" && (comparing.test(text) || text === "-v")),
  );
  const values = all(tree, ["expansion"]).filter(
    ({ text }) => /^\$\{!\w+(?![\w*@]|\[[@*]\])/.test(text) || /^\$\{\w+(?:\[.*\])?:[^-=?+]/.test(text),
  );
  const lets = all(tree, ["command"]).filter((each) => nameOf(each) === "let");
  const arrays = all(tree, ["array"]).filter(({ text }) => /\[[^\]]*\]\+?=/.test(text));
  return [...all(tree, ["arithmetic_expansion"]), ...loops, ...indices, ...tests, ...values, ...lets, ...arrays];
}

function nameOf(command: Tree): string {
  return command.children.find(({ type }) => type === "command_name")?.text ?? "";
}

/** Names of variables that are the values of others. */
function namesThatAreExpanded(tree: Tree): Tree[] {
  const values = ["simple_expansion", "expansion", "command_substitution"] as const;
  return all(tree, declaring)
    .flatMap(({ children }) => children.filter(({ type }) => type === "string" || type === "concatenation"))
    .filter((word) => all(word, values).some(({ from }) => !word.text.slice(0, from - word.from).includes("=")));
}

function mayHoldCode(place: Tree, isOpen: (name: string) => boolean): boolean {
  if (/'[^']*[$`]|\\[$`]/.test(place.text)) return true;
  if (all(place, ["command_substitution"]).some((each) => !counts(each))) return true;
  return references(place.text).some(isOpen);
}

/** Names and parameters in a text, `1` for every parameter that has no name. */
function references(text: string): string[] {
  const bare = text.replace(/\$\{#\w+(?:\[[@*]\])?\}|\$#/g, "0");
  const parameters = /\$\{?[\d@*]/.test(bare) ? ["1"] : [];
  return [...parameters, ...(bare.match(/(?<![\w.])[A-Za-z_]\w*/g) ?? [])];
}

function counts({ text }: Tree): boolean {
  const inside = text.replace(/^(?:\$\(|`)\s*|\s*(?:\)|`)$/g, "");
  return counting.test(inside.split("|").at(-1)!.trim());
}

/** Tells the names whose value may be anything: those that are given one that is not told, or one of another such name. */
function openNames(tree: Tree, nested: boolean): (name: string) => boolean {
  const given = all(tree, ["command"]).filter((each) =>
    nameOf(each) === "printf" ? /\s-v/.test(each.text) : giving.test(nameOf(each)),
  );
  const named = new Set(given.flatMap(({ text }) => references(text)));
  const unknown = nested || given.some(({ text }) => /[$`]/.test(text) || /^(?:eval|source|\.)\s/.test(text));
  const values = new Map<string, Tree[]>();
  for (const node of all(tree, ["variable_assignment", "for_statement"])) {
    const [target] = all(node, ["variable_name"]);
    const own = node.children.filter(({ field, type }) => field === "value" || type === "array");
    values.set(target?.text ?? "", [...(values.get(target?.text ?? "") ?? []), ...own]);
  }
  for (const node of all(tree, ["expansion"])) {
    const [, name] = /^\$\{(\w+):?=/.exec(node.text) ?? [];
    if (name !== undefined) values.set(name, [...(values.get(name) ?? []), node]);
  }
  const isOpen = (name: string, seen: string[] = []): boolean => {
    if (name === "1" || named.has(name)) return true;
    if (seen.includes(name)) return false;
    const own = values.get(name);
    return own?.some((value) => isOpenValue(value, (each) => isOpen(each, [...seen, name]))) ?? unknown;
  };
  return (name) => isOpen(name);
}

/** Whether a value may hold code: what it is made of is not told, or may become a dollar. */
function isOpenValue(value: Tree, isOpen: (name: string) => boolean): boolean {
  if (/[\\*?]|\$'|'[^']*[$`]/.test(value.text)) return !/^\$\(\(/.test(value.text);
  return mayHoldCode(value, isOpen);
}
