import { nameOf } from "../../src/code/facts/declared.ts";
import { type Grammar, grammarOf } from "../../src/code/facts/grammar.ts";
import { cyclomatic } from "../../src/code/facts/measure.ts";
import { type Branch, declaredBy, part, plainTree, type Tree, walk } from "../../src/code/facts/tree.ts";
import { readSource } from "../../src/tools/code.ts";

/** A function as Ergo measures it. `end`: where it ends in the text. `branch` is its node, `inner` the functions right inside it. */
export type Measured = {
  name: string;
  line: number;
  end: number;
  cyclomatic: number;
  branch: Branch;
  tree: Tree;
  grammar: Grammar;
  inner: Measured[];
};

/** The functions of a text, in its order; null where it does not follow its grammar. */
export async function functionsIn(path: string, text: string): Promise<Measured[] | null> {
  const read = await readSource(path, text, (syntax, { grammar }) => measuredIn(plainTree(syntax), grammarOf(grammar)));
  return read?.symbols ? read.seen : null;
}

function measuredIn(tree: Tree, grammar: Grammar): Measured[] {
  const found = new Map<Branch, Measured>();
  walk(tree.root, (branch) => {
    if (!branch.named || !Object.hasOwn(grammar.functions, branch.type)) return;
    const { end } = branch;
    const line = nameLine(branch);
    const measured = { name: nameOf(tree, branch), line, end, cyclomatic: cyclomatic(tree, branch, grammar) };
    found.set(branch, { ...measured, branch, tree, grammar, inner: [] });
    let outer = branch.parent;
    while (outer && !found.has(outer)) outer = outer.parent;
    if (outer) found.get(outer)!.inner.push(found.get(branch)!);
  });
  return [...found.values()];
}

/** The line of a function's name: other tools begin a function there, where modifiers stand in lines above. */
function nameLine(branch: Branch): number {
  if (branch.type === "function_definition" && part(branch, "declarator")) return declaredBy(branch)!.line;
  return (part(branch, "name") ?? branch).line;
}

/** How many nodes of a function, those of functions and (unless `types`) of types inside aside, are of a kind. */
export function counted(
  { branch: top, grammar }: Measured,
  is: (branch: Branch) => boolean | number,
  types = false,
): number {
  let count = 0;
  walk(top, (branch) => {
    if (branch === top) return true;
    count += Number(is(branch));
    return !(branch.named && (grammar.functions[branch.type] || (!types && grammar.types[branch.type])));
  });
  return count;
}
