import { ErgoError } from "../core/error.ts";
import type { Rule } from "../core/rule.ts";
import { readRules, tested } from "../runtime/session/rules.ts";
import type { Call } from "./call.ts";
import { print, printJson } from "./print.ts";
import { dim, green, red, table, text } from "./text.ts";

/** Lists the rules, runs their examples, or shows one. */
export async function run({ values, words }: Call): Promise<number> {
  const [what = "list", id, ...more] = words;
  const rules = readRules();
  if (what === "list" && id === undefined) {
    if (values.json) printJson({ v: 1, rules: rules.map(shown) });
    else
      print(
        ...table(
          rules.map((rule) => [rule.id, rule.tier, tested(rule) === null ? rule.gives : red("fails: not used")]),
          "ours",
        ),
      );
    return 0;
  }
  if (what === "test" && id === undefined) return test(rules, Boolean(values.json));
  const rule = rules.find((each) => each.id === id);
  if (what !== "explain" || more.length > 0)
    throw new ErgoError("USAGE", { detail: "ergo rules, ergo rules test, or ergo rules explain ID" });
  if (!rule)
    throw new ErgoError("USAGE", { detail: `rule ${id ?? ""}: one of ${rules.map((each) => each.id).join(", ")}` });
  if (values.json) printJson({ v: 1, rules: [shown(rule)] });
  else print(...explained(rule));
  return 0;
}

function shown({ id, tier, match, gives, examples }: Rule) {
  return { id, tier, match, gives, examples };
}

function test(rules: Rule[], json: boolean): number {
  const results = rules.map((rule) => ({
    id: rule.id,
    fault: tested(rule),
    examples: rule.examples.accepts.length + rule.examples.rejects.length,
  }));
  const failed = results.filter(({ fault }) => fault !== null).length;
  if (json)
    printJson({
      v: 1,
      tested: results.map(({ id, fault, examples }) => ({ id, ok: fault === null, examples, fault })),
    });
  else
    for (const { id, fault, examples } of results)
      print(
        fault === null ? text`${green("holds")} ${id}: ${examples} examples` : text`${red("fails")} ${id}: ${fault}`,
      );
  return failed > 0 ? 3 : 0;
}

function explained({ id, tier, match, gives, examples }: Rule) {
  const each = match.each ? `, each of its ${match.each}` : "";
  return [
    `${id} (${tier})`,
    `  of what was seen: ${match.see}${each}`,
    ...match.where.map(({ key, is, value }) => `  where ${key} ${is.replace("_", " ")} ${JSON.stringify(value)}`),
    `  gives ${gives}, where CHECK proves it from that alone`,
    ...examples.accepts.map(({ seen, gives: claims }) => dim(`  from ${JSON.stringify(seen)}: ${claims.join(", ")}`)),
    ...examples.rejects.map((seen) => dim(`  nothing from ${JSON.stringify(seen)}`)),
  ];
}
