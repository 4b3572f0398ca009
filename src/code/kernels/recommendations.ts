import { isTest } from "../../core/testfile.ts";
import { dead } from "./dead.ts";
import { documentation, isDocument } from "./documentation.ts";
import { duplicates } from "./duplicates.ts";
import { kernel, rowOf, type Source, worst } from "./kernel.ts";
import { advised, isComplex, metrics } from "./metrics.ts";
import { risk } from "./risk.ts";
import { security } from "./security.ts";
import { structure } from "./structure.ts";
import { tests } from "./tests.ts";

/** What to do, why, and which kernel saw it. `weight`: the order among them, 1 to 5. */
export type RecommendationRow = Source & { say: string; why: string; from: string; weight: number };

/** Parameters that a function takes without a word of it. */
const wide = 7;
const most = 10;

/** What the other kernels saw that somebody can act on, each with the row that it follows from. */
export const recommendations = kernel<RecommendationRow>({
  name: "recommendations",
  history: true,
  means: "what to do about what the other kernels saw",
  schema: rowOf({ say: "text", why: "text", from: "text", weight: "number" }),
  run(_project, before) {
    const open = [security, structure, metrics, tests, dead, duplicates, documentation].flatMap(
      (each) => before(each as typeof security).open,
    );
    const rows = [
      ...ofSecurity(before(security).rows),
      ...ofStructure(before(structure).rows),
      ...ofFunctions(before(metrics).rows),
      ...ofRisk(before(risk).rows, before(tests).rows),
      ...before(dead)
        .rows.filter(({ sure }) => sure)
        .slice(0, most)
        .map(({ path, lines, what, name, because }) =>
          advice(
            { path, lines },
            what === "file" ? `Remove ${name}, or name it in a manifest` : `Stop exporting ${name}`,
            because,
            "dead",
            what === "file" ? 2 : 1,
          ),
        ),
      ...before(duplicates)
        .rows.slice(0, most)
        .map(({ path, lines, other, otherLines, tokens }) =>
          advice(
            { path, lines },
            `Give what it shares with ${other}:${otherLines[0]} one home`,
            `${tokens} tokens stand in both`,
            "duplicates",
            tokens > 200 ? 3 : 2,
          ),
        ),
      ...before(documentation)
        .rows.filter(({ found }) => !found)
        .slice(0, most)
        .map(({ path, lines, what, claim, why }) =>
          advice({ path, lines }, `Correct the ${what} ${claim}`, why, "documentation", 2),
        ),
    ];
    return { rows: worst(rows, ({ weight }) => weight), open: [...new Set(open)] };
  },
  tell: ({ say, why }) => `${say}: ${why}`,
});

function advice(at: Source, say: string, why: string, from: string, weight: number): RecommendationRow {
  return { path: at.path, lines: at.lines, say, why, from, weight };
}

type Rows<K extends { run: (...given: never[]) => { rows: unknown[] } }> = ReturnType<K["run"]>["rows"];

function ofSecurity(rows: Rows<typeof security>): RecommendationRow[] {
  const said = (what: string) =>
    what === "secret"
      ? "Take it out of the text, and revoke it if it is real"
      : "See where what it is given comes from";
  return rows
    .filter(({ test, what, given, path }) => !test && (what === "secret" ? !isDocument(path) : given === "made"))
    .slice(0, most)
    .map(({ path, lines, what, pattern, why }) =>
      advice({ path, lines }, said(what), `${pattern} ${why}`, "security", what === "secret" ? 5 : 4),
    );
}

function ofStructure(rows: Rows<typeof structure>): RecommendationRow[] {
  const unresolved = rows
    .filter(({ what, path }) => what === "unresolved import" && !isTest(path))
    .slice(0, most)
    .map(({ path, lines, imports: [module] }) =>
      advice({ path, lines }, `Correct the import of ${module}`, "it leads to no file that is here", "structure", 5),
    );
  const circular = rows
    .filter(({ what }) => what === "cycle")
    .slice(0, most)
    .map(({ path, lines, files }) =>
      advice({ path, lines }, "Break the cycle of imports", [...files, files[0]].join(" → "), "structure", 3),
    );
  return [...unresolved, ...circular];
}

function ofFunctions(rows: Rows<typeof metrics>): RecommendationRow[] {
  const over = rows.filter(isComplex);
  const taking = rows.filter(({ parameters }) => (parameters ?? 0) > wide);
  return [
    ...over
      .slice(0, most)
      .map(({ path, lines, name, cyclomatic, cognitive }) =>
        advice(
          { path, lines },
          `Split ${name}`,
          `cyclomatic ${cyclomatic} (advised: up to ${advised.cyclomatic}), cognitive ${cognitive} (up to ${advised.cognitive})`,
          "metrics",
          3,
        ),
      ),
    ...taking
      .slice(0, most)
      .map(({ path, lines, name, parameters }) =>
        advice({ path, lines }, `Give ${name} fewer parameters`, `it takes ${parameters}`, "metrics", 1),
      ),
  ];
}

function ofRisk(rows: Rows<typeof risk>, reached: Rows<typeof tests>): RecommendationRow[] {
  const bare = new Set(
    reached.filter((row) => row.tests.length === 0 && row.through.length === 0).map(({ path }) => path),
  );
  return rows
    .filter(({ path, complexity }) => bare.has(path) && complexity >= 0.1)
    .slice(0, most)
    .map(({ path, lines, why }) =>
      advice({ path, lines }, `Write a test that imports ${path}`, `no test file reaches it; ${why}`, "risk", 3),
    );
}
