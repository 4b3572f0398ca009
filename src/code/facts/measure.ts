import type { Grammar } from "./grammar.ts";
import { type Branch, isComment, namedIn, part, type Tree, textOf, walk } from "./tree.ts";

/**
 * Cyclomatic complexity (McCabe, "A Complexity Measure", IEEE TSE 2, 1976): one, and one for each decision, where each operand of a
 * logical operator after the first is one, and so is what an assignment such as `||=` leaves out. Functions inside have their own.
 */
export function cyclomatic(tree: Tree, body: Branch, grammar: Grammar): number {
  let count = 1;
  each(body, grammar, (branch) => {
    if (isDecision(tree, branch, grammar)) count++;
    else count += operatorsOf(branch, grammar).length;
  });
  return count;
}

/** `default:` of a switch, and the last arm of a match that takes what the others left, are no decision. */
function isDecision(tree: Tree, branch: Branch, grammar: Grammar): boolean {
  if (!grammar.decisions.has(branch.type)) return false;
  const isDefault = () => textOf(tree, branch).startsWith("default");
  switch (branch.type) {
    case "switch_label":
    case "case_statement":
      return !isDefault();
    case "case_clause":
      return !/^case\s+_\s*:/.test(textOf(tree, branch));
    case "match_arm":
      return branch.parent?.children.findLast(({ type }) => type === "match_arm") !== branch;
    case "match_pattern":
      return part(branch, "condition") !== null;
    case "let_declaration":
      return part(branch, "alternative") !== null;
    default:
      return true;
  }
}

/** The logical operators of a node. */
function operatorsOf(branch: Branch, { logical, operators }: Grammar): string[] {
  if (!logical.has(branch.type)) return [];
  return branch.children.filter(({ named, type }) => !named && operators.has(type)).map(({ type }) => type);
}

/** The one that a run of equal operators is told by; an assignment is none of these. */
function operatorOf(branch: Branch, grammar: Grammar): string | null {
  const first = operatorsOf(branch, grammar)[0];
  return first === undefined || first.endsWith("=") ? null : first;
}

/** Visits the nodes of a function, without those of functions and types inside. */
function each(top: Branch, { functions, types }: Grammar, enter: (branch: Branch) => void): void {
  walk(top, (branch) => {
    if (branch !== top && branch.named && (functions[branch.type] || types[branch.type])) return false;
    enter(branch);
    return true;
  });
}

/**
 * Cognitive complexity (Campbell, "Cognitive Complexity", SonarSource, 2018): one for each break in the flow from top to bottom, and
 * one more for each structure around it; one for each run of equal logical operators, for `else`, for a jump to a label and
 * for a call of the function by itself. What functions inside have counts one deeper.
 */
export function cognitive(tree: Tree, top: Branch, grammar: Grammar, name: string): number {
  let sum = 0;
  const ahead: [Branch, number][] = [[top, 0]];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const [branch, depth] = next;
    const { cost, inner } = breakOf(tree, branch, { top, depth, grammar, name });
    sum += cost;
    for (const child of branch.children) ahead.push([child, child.field === "condition" ? depth : inner]);
  }
  return sum;
}

type Place = { top: Branch; depth: number; grammar: Grammar; name: string };

/** What a node adds, and how deep what is in it stands. */
function breakOf(tree: Tree, branch: Branch, { top, depth, grammar, name }: Place): { cost: number; inner: number } {
  const last = isPlainElse(branch) ? 1 : 0;
  if (isElseIf(branch, grammar)) return { cost: 1 + last, inner: depth };
  // `else if` is one break, whichever node the grammar makes of it.
  if (grammar.elses.has(branch.type)) return { cost: namedIn(branch)[0]?.type.startsWith("if_") ? 0 : 1, inner: depth };
  if (grammar.nesting.has(branch.type)) return { cost: 1 + depth + last, inner: depth + 1 };
  if (branch !== top && branch.named && grammar.functions[branch.type]) return { cost: 0, inner: depth + 1 };
  const operator = operatorOf(branch, grammar);
  const begins = operator !== null && (branch.parent === null || operatorOf(branch.parent, grammar) !== operator);
  const jumps = grammar.jumps.has(branch.type) && namedIn(branch).some(({ type }) => isLabel(type));
  return { cost: begins || jumps || isCallOf(tree, branch, grammar, name) ? 1 : 0, inner: depth };
}

function isElseIf(branch: Branch, { nesting }: Grammar): boolean {
  if (!nesting.has(branch.type) || !branch.type.startsWith("if_")) return false;
  return (
    branch.parent?.type === "else_clause" || (branch.field === "alternative" && branch.parent?.type === branch.type)
  );
}

/** In Java and Go an `else` is no node of its own: a last block beside the consequence. */
function isPlainElse(branch: Branch): boolean {
  const other = branch.type === "if_statement" ? part(branch, "alternative") : null;
  return other !== null && !/^(?:else_clause|elif_clause|if_statement)$/.test(other.type);
}

function isLabel(type: string): boolean {
  return type === "statement_identifier" || type === "label_name" || type === "identifier" || type === "label";
}

function isCallOf(tree: Tree, branch: Branch, { calls }: Grammar, name: string): boolean {
  const field = calls[branch.type];
  return name !== "" && field !== undefined && textOf(tree, part(branch, field)) === name;
}

/** How deep control structures stand in each other, at most. */
export function nesting(top: Branch, grammar: Grammar): number {
  let most = 0;
  const ahead: [Branch, number][] = [[top, 0]];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const [branch, depth] = next;
    if (branch !== top && branch.named && grammar.functions[branch.type]) continue;
    const inner = grammar.nesting.has(branch.type) && !isElseIf(branch, grammar) ? depth + 1 : depth;
    most = Math.max(most, inner);
    for (const child of branch.children) ahead.push([child, inner]);
  }
  return most;
}

/** Distinct and all operators and operands. */
export type Vocabulary = { operators: number; operands: number; allOperators: number; allOperands: number };

/**
 * Operators and operands (Halstead, "Elements of Software Science", 1977): names and literals are operands, every other token
 * an operator; comments are neither. Closing brackets go with their opening ones.
 */
export function vocabulary(tree: Tree, top: Branch, grammar: Grammar): Vocabulary {
  const [operators, operands] = [new Set<string>(), new Set<string>()];
  let [allOperators, allOperands] = [0, 0];
  walk(top, (branch) => {
    if (isComment(branch.type)) return false;
    if (branch.named && (grammar.operands.has(branch.type) || grammar.names.has(branch.type))) {
      operands.add(textOf(tree, branch));
      allOperands++;
      return false;
    }
    if (branch.children.length > 0 || branch.end === branch.start || /^[)\]}]$/.test(branch.type)) return true;
    operators.add(branch.type);
    allOperators++;
    return true;
  });
  return { operators: operators.size, operands: operands.size, allOperators, allOperands };
}

/** Halstead's volume in bits: N log2 n, of all tokens and of distinct ones. */
export function volume({ operators, operands, allOperators, allOperands }: Vocabulary): number {
  const distinct = operators + operands;
  return distinct === 0 ? 0 : (allOperators + allOperands) * Math.log2(distinct);
}

/**
 * Maintainability index, 0 to 100 (Oman and Hagemeister 1992, scaled as Visual Studio does since 2007): from the volume V, the
 * cyclomatic complexity G and the lines of code L, max(0, (171 − 5.2 ln V − 0.23 G − 16.2 ln L) · 100 / 171).
 */
export function maintainability(v: number, g: number, lines: number): number {
  const raw = 171 - 5.2 * Math.log(Math.max(1, v)) - 0.23 * g - 16.2 * Math.log(Math.max(1, lines));
  return Math.max(0, Math.min(100, (raw * 100) / 171));
}

/** Lines of a text that hold more than white space, comments, and texts that Python takes for documentation. */
export function codeLines(tree: Tree): number {
  const lines = new Set<number>();
  walk(tree.root, (branch) => {
    const { type, children, line, last, start, end } = branch;
    if (isComment(type) || isDocumentation(tree, branch)) return false;
    if (children.length > 0 || end === start) return true;
    if (line === last) lines.add(line);
    else
      for (const [at, text] of textOf(tree, branch).split("\n").entries()) if (text.trim() !== "") lines.add(line + at);
    return true;
  });
  return lines.size;
}

/** A text in three quotes that stands for itself. */
function isDocumentation(tree: Tree, { type, children }: Branch): boolean {
  if (type !== "expression_statement" || children.length !== 1 || children[0]!.type !== "string") return false;
  return /^\w*(?:"""|''')/.test(textOf(tree, children[0]!));
}
