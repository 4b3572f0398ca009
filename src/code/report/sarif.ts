import { isTest } from "../../core/testfile.ts";
import type { DeadRow } from "../kernels/dead.ts";
import type { DifferenceRow } from "../kernels/difference.ts";
import { type DocumentationRow, isDocument } from "../kernels/documentation.ts";
import type { DuplicateRow } from "../kernels/duplicates.ts";
import type { Source } from "../kernels/kernel.ts";
import { isComplex, type MetricRow } from "../kernels/metrics.ts";
import type { Result } from "../kernels/registry.ts";
import type { SecurityRow } from "../kernels/security.ts";
import type { StructureRow } from "../kernels/structure.ts";

type Level = "error" | "warning" | "note";
type Finding = { rule: string; level: Level; message: string; at: Source; also?: Source };

/** What a rule is about, by its id: the kernel, and what of it. */
const rules: Readonly<Record<string, string>> = {
  "diff/break": "What this takes is gone",
  "security/secret": "A text has the shape of a secret",
  "security/call": "A call may do harm with what it is given",
  "structure/unresolved": "An import leads to no file",
  "structure/cycle": "Files import each other in a circle",
  "dead/file": "No file imports this file",
  "dead/export": "No other file takes this export",
  "duplicates/stretch": "The same tokens stand in two places",
  "metrics/complexity": "A function is complex: cyclomatic above 10 and cognitive above 15",
  "documentation/claim": "A document tells of what is not there",
};

/** What kernels found as SARIF 2.1.0 (OASIS, 2020): one run, places relative to the folder. */
export function sarif(kernels: Readonly<Record<string, Pick<Result, "rows">>>, version: string): object {
  const all = Object.entries(kernels).flatMap(([name, { rows }]) => rows.flatMap((row) => findingsOf(name, row)));
  const used = Object.keys(rules).filter((id) => all.some(({ rule }) => rule === id));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "ergo",
            semanticVersion: version,
            rules: used.map((id) => ({ id, shortDescription: { text: rules[id] } })),
          },
        },
        originalUriBaseIds: { SRCROOT: { description: { text: "the folder that was measured" } } },
        results: all.map(({ rule, level, message, at, also }) => ({
          ruleId: rule,
          ruleIndex: used.indexOf(rule),
          level,
          message: { text: message },
          locations: [placeOf(at)],
          ...(also ? { relatedLocations: [placeOf(also)] } : {}),
        })),
        columnKind: "utf16CodeUnits",
      },
    ],
  };
}

function placeOf({ path, lines }: Source): object {
  const uri = path.split("/").map(encodeURIComponent).join("/");
  const region = lines === null ? {} : { region: { startLine: lines[0], endLine: lines[1] } };
  return { physicalLocation: { artifactLocation: { uri, uriBaseId: "SRCROOT" }, ...region } };
}

function findingsOf(kernel: string, row: Source): Finding[] {
  const found = (rule: string, level: Level, message: string, also?: Source): Finding[] => [
    { rule, level, message, at: row, ...(also ? { also } : {}) },
  ];
  switch (kernel) {
    case "diff": {
      const { what, after } = row as DifferenceRow;
      return what === "break" ? found("diff/break", "error", after!) : [];
    }
    case "security": {
      const { what, pattern, why, test } = row as SecurityRow;
      if (what === "secret")
        return found("security/secret", test || isDocument(row.path) ? "note" : "error", `${pattern} ${why}`);
      return found("security/call", test ? "note" : "warning", `${pattern} ${why}`);
    }
    case "structure": {
      const { what, files, imports } = row as StructureRow;
      if (what === "unresolved import")
        return found("structure/unresolved", isTest(row.path) ? "note" : "error", `${imports[0]} leads to no file`);
      return what === "cycle" ? found("structure/cycle", "warning", [...files, files[0]].join(" → ")) : [];
    }
    case "dead": {
      const { what, name, because, sure } = row as DeadRow;
      return sure ? found(`dead/${what}`, "note", `${name}: ${because}`) : [];
    }
    case "duplicates": {
      const { other, otherLines, tokens } = row as DuplicateRow;
      const [first = 1, last = first] = otherLines;
      return found("duplicates/stretch", "note", `${tokens} tokens also stand in ${other}:${first}`, {
        path: other,
        lines: [first, last],
      });
    }
    case "metrics": {
      const { name, cyclomatic, cognitive } = row as MetricRow;
      return isComplex(row as MetricRow)
        ? found("metrics/complexity", "warning", `${name}: cyclomatic ${cyclomatic}, cognitive ${cognitive}`)
        : [];
    }
    case "documentation": {
      const { what, claim, why, found: isThere } = row as DocumentationRow;
      return isThere ? [] : found("documentation/claim", "warning", `${what} ${claim}: ${why}`);
    }
    default:
      return [];
  }
}
