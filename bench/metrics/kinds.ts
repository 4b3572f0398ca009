import { around, type Branch, part, textOf } from "../../src/code/facts/tree.ts";
import { counted, type Measured } from "./ours.ts";

/** Something that a tool counts and Ergo does not, or the other way round: by how much it raises the tool's figure of a function. */
export type Kind = { kind: string; by(one: Measured): number };

const ofType = (...types: string[]) => {
  const known = new Set(types);
  return ({ type }: Branch) => known.has(type);
};

/** What functions inside add, without the one path that each begins with. */
const within = (isTaken: (one: Measured) => boolean) => (one: Measured) => {
  const decisions = (each: Measured): number =>
    each.cyclomatic - 1 + each.inner.filter(isTaken).reduce((sum, inner) => sum + decisions(inner), 0);
  return one.inner.filter(isTaken).reduce((sum, each) => sum + decisions(each), 0);
};

/** Words of parts that Ergo's grammar leaves as tokens: bodies of macros. */
const tokens = (pattern: RegExp, types: RegExp) => (one: Measured) =>
  counted(one, (branch) => {
    if (!types.test(branch.type) || types.test(branch.parent?.type ?? "")) return 0;
    const text = textOf(one.tree, branch).replace(/"(?:\\.|[^"\\])*"/g, '""');
    return text.match(pattern)?.length ?? 0;
  });

const isDecided = ({ type }: Branch, { grammar }: Measured) => grammar.decisions.has(type) || grammar.logical.has(type);
const isNamed = ({ name }: Measured) => name !== "";
const isLambda = ({ branch }: Measured) => branch.type === "lambda" || branch.type === "lambda_expression";

/** Closures of Rust in a function, and in each other. */
const closures = ({ inner }: Measured): Measured[] =>
  inner.flatMap((each) => (each.branch.type === "closure_expression" ? [each, ...closures(each)] : []));

const eslint: Kind[] = [
  {
    kind: "optional chaining",
    by: (one) =>
      counted(one, ({ type, children }) => type === "?." || (type === "optional_chain" && children.length === 0)),
  },
  {
    kind: "default values",
    by: (one) =>
      counted(one, (branch) => {
        if (/^(?:object_)?assignment_pattern$/.test(branch.type)) return true;
        return /^(?:required|optional)_parameter$/.test(branch.type) && part(branch, "value") !== null;
      }),
  },
];

const radon: Kind[] = [
  {
    kind: "assert, as one whatever it asks",
    by: (one) =>
      counted(one, ofType("assert_statement")) -
      counted(one, (branch) => isDecided(branch, one) && around(branch, ofType("assert_statement")) !== null),
  },
  {
    kind: "else of a loop or a try",
    by: (one) =>
      counted(
        one,
        ({ type, parent }) => type === "else_clause" && /^(?:for|while|try)_statement$/.test(parent?.type ?? ""),
      ),
  },
  { kind: "lambdas within", by: within(isLambda) },
];

const ofScript: Kind[] = [...eslint, { kind: "functions within", by: within(() => true) }];

const ofLizard: Record<string, Kind[]> = {
  Python: [
    { kind: "finally", by: (one) => counted(one, ofType("finally_clause")) },
    { kind: "lambdas within", by: within(isLambda) },
  ],
  Rust: [
    {
      kind: "`where`, `impl … for` and `||` of closures, by their words",
      by: (one) =>
        counted(one, ofType("where"), true) +
        counted(one, (branch) => branch.type === "impl_item" && part(branch, "trait") !== null, true) +
        closures(one).filter(({ branch }) => /^(?:move\s+)?\|\|/.test(textOf(one.tree, branch))).length,
    },
    { kind: "macros", by: tokens(/\bif\b|\bfor\b|\bwhile\b|&&|\|\||\?|=>/g, /^token_tree$/) },
    { kind: "closures within", by: within(({ branch }) => branch.type === "closure_expression") },
  ],
  Java: [{ kind: "lambdas within", by: within(isLambda) }],
  Go: [{ kind: "functions within", by: within((one) => !isNamed(one)) }],
  C: [
    {
      kind: "conditions of the preprocessor",
      by: (one) => counted(one, ({ type }) => /^#(?:if|ifdef|ifndef|elif)/.test(type)),
    },
  ],
  TypeScript: ofScript,
  JavaScript: ofScript,
};

/** What is known to make a tool's figures others than Ergo's. */
export function kindsOf(tool: string, language: string): Kind[] {
  if (tool === "eslint") return eslint;
  return tool === "radon" ? radon : (ofLizard[language] ?? []);
}
