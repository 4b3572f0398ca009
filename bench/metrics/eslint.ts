import { createRequire } from "node:module";
import { join } from "node:path";
import type { Told } from "./complexity.ts";

// biome-ignore lint/suspicious/noExplicitAny: eslint is there once the bench has installed it.
type Any = any;

/** Reads functions with eslint's rule `complexity`, each by where it ends; null for a text that it can't parse. */
export function complexityByEslint(folder: string): (path: string, text: string) => Told[] | null {
  const load = createRequire(join(folder, "package.json"));
  const { Linter } = load("eslint") as Any;
  const rule = (load("eslint/use-at-your-own-risk") as Any).builtinRules.get("complexity");
  const parser = load("@typescript-eslint/parser") as Any;
  let told: (Told & { start: number })[] = [];
  /** The rule itself; what it reports is taken with the node that it is of. */
  const create = (context: Any) => {
    const report = ({ node, data }: Any) => {
      const [start, end] = node.range;
      told.push({ key: String(end), complexity: data.complexity, start });
    };
    return rule.create(Object.create(context, { report: { value: report }, options: { value: [0] } }));
  };
  const linter = new Linter({ configType: "flat" });
  return (path, text) => {
    told = [];
    const isTyped = /\.[mc]?tsx?$/.test(path);
    const settings = {
      files: ["**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts}"],
      plugins: { own: { rules: { complexity: { meta: { schema: [] }, create } } } },
      rules: { "own/complexity": "error" },
      linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "off" },
      languageOptions: isTyped
        ? { parser }
        : { sourceType: /^(?:import|export)\b/m.test(text) ? "module" : "commonjs" },
    };
    const messages = linter.verify(text, [settings], { filename: path }) as Any[];
    return messages.some(({ fatal }) => fatal) ? null : told.toSorted((a, b) => a.start - b.start);
  };
}
