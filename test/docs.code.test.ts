import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expectGenerated } from "./generated.ts";

type Tally = { told: number; right: number; there: number; found: number };
type Facts = {
  files: number;
  refused: number;
  partial: number;
  declarations: Record<string, Tally>;
  imports: { certain: Tally; possible: { there: number; found: number } };
  calls: { sites: Tally; certain: Tally };
};
type Agreement = { functions: number; same: number; kinds: Record<string, number>; rest: number };
type Sides = { both: number; ours: number; theirs: number; chained: number; partial: number };
type Pairs = { files: number; same: number };
type Measured = {
  complexity: Record<string, Record<string, Agreement>>;
  radon: { volume: { files: number; rank: number }; index: { rank: number } } & Record<
    "formula" | "lines" | "comments" | "code",
    Pairs
  >;
  imports: Record<"edges" | "cyclic" | "withoutTypes", Pick<Sides, "both" | "ours" | "theirs">>;
  unused: Record<"files" | "exports", Sides>;
  duplicates: { theirs: number; found: number; ours: number; known: number };
  cost: {
    files: number;
    programs: Record<string, { cpu: number; memory: number }>;
  };
};

const measured = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../bench/results/${name}.json`, import.meta.url), "utf8")).measured as T;
const share = (part: number, whole: number) => (whole === 0 ? "–" : ((100 * part) / whole).toFixed(1));
const row = (...cells: (string | number)[]) => `| ${cells.join(" | ")} |\n`;
const head = (...cells: string[]) => row(...cells) + row(...cells.map(() => "---")).replaceAll(" ", "");

/** Facts beside those of each language's own compiler or parser. */
function factRows(): string {
  const rows = Object.entries(measured<Record<string, Facts>>("code")).map(([language, each]) => {
    const { files, partial, declarations, imports, calls } = each;
    const all = Object.values(declarations);
    const sum = (key: keyof Tally) => all.reduce((whole, one) => whole + one[key], 0);
    const both = ({ right, told, found, there }: Tally) => `${share(right, told)} / ${share(found, there)}`;
    return row(
      language,
      `${files} (${partial})`,
      `${share(sum("right"), sum("told"))} / ${share(sum("found"), sum("there"))}`,
      both(imports.certain),
      share(imports.possible.found, imports.possible.there),
      both(calls.sites),
      both(calls.certain),
    );
  });
  const cells = ["declarations", "imports, certain", "or possible", "calls", "whose function is certain"];
  return head("language", "files (read in part, left out)", ...cells) + rows.join("");
}

/** Cyclomatic complexity beside that of other tools. */
function complexityRows({ complexity }: Measured): string {
  const rows = Object.entries(complexity).flatMap(([tool, languages]) =>
    Object.entries(languages).map(([language, { functions, same, kinds, rest }]) => {
      const counts = Object.entries(kinds).toSorted(([, a], [, b]) => b - a);
      const told = counts.slice(0, 3).map(([kind, count]) => `${kind} (${count})`);
      const more = counts.slice(3).reduce((sum, [, count]) => sum + count, 0);
      return row(
        tool,
        language,
        functions,
        share(same, functions),
        [...told, ...(more ? [`others (${more})`] : [])].join(", "),
        rest,
      );
    }),
  );
  return (
    head(
      "tool",
      "language",
      "functions",
      "same, in %",
      "differ by what the tool counts otherwise",
      "by something else",
    ) + rows.join("")
  );
}

/** By the time of processors, which others on the machine don't change. */
function costRows({ cost }: Measured): string {
  const rows = Object.entries(cost.programs).map(([name, { cpu, memory }]) =>
    row(name, cpu, Math.round((60 * cost.files) / cpu).toLocaleString("en"), memory),
  );
  return head(`${cost.files} files`, "seconds of a processor", "files in a minute of it", "MiB") + rows.join("");
}

function besideOthers({ radon, imports, unused, duplicates }: Measured): string {
  const { formula, lines, comments, code, volume, index } = radon;
  const sides = ({ both, ours, theirs }: Pick<Sides, "both" | "ours" | "theirs">) =>
    `${both} are told by both, ${ours} by Ergo alone, ${theirs} by the other alone`;
  const dead = ({ chained, partial, ...each }: Sides) =>
    `${sides(each)}, beside ${chained} that only what is unused takes and ${partial} in files that Ergo reads in part`;
  return [
    `- **radon**, ${formula.files} files: Ergo's formula makes the same maintainability index of radon's own figures in ${formula.same}. Lines are the same in ${lines.same}, lines with comments in ${comments.same}, lines of code in ${code.same}. By volume files stand in an order that is alike by ${volume.rank} (Spearman), by the index ${index.rank}.`,
    `- **madge**, edges from file to file: ${sides(imports.edges)}. Files in cycles: ${sides(imports.cyclic)}; without imports of types: ${sides(imports.withoutTypes)}.`,
    `- **knip**, files: ${dead(unused.files)}. Exports: ${dead(unused.exports)}.`,
    `- **jscpd**: ${duplicates.found} of its ${duplicates.theirs} duplicates are among Ergo's, and ${duplicates.known} of Ergo's ${duplicates.ours} among its.`,
  ].join("\n");
}

test("docs/code.md tells what was measured", () => {
  const metrics = measured<Measured>("metrics");
  const parts = [factRows(), complexityRows(metrics), `${besideOthers(metrics)}\n`, costRows(metrics)];
  expect(parts.every((part) => part.length > 0)).toBe(true);
  expectGenerated("docs/code.md", parts.join("\n"));
});
