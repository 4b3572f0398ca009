import { kernel, partly, rowOf, type Source, worst } from "./kernel.ts";

export type MetricRow = Source & {
  name: string;
  of: string;
  cyclomatic: number;
  cognitive: number | null;
  nesting: number | null;
  parameters: number | null;
  length: number;
  volume: number;
  maintainability: number;
};

/** Above these, published guides advise against: McCabe and NIST 500-235 for cyclomatic complexity, SonarSource for cognitive. */
export const advised = { cyclomatic: 10, cognitive: 15 };

/** Whether a function is above both limits that guides advise. */
export function isComplex({ of, cyclomatic, cognitive }: Pick<MetricRow, "of" | "cyclomatic" | "cognitive">): boolean {
  return of !== "file" && cyclomatic > advised.cyclomatic && (cognitive ?? 0) > advised.cognitive;
}

/**
 * Measures of functions, and of files as wholes (`of`). Definitions and their sources stand with `facts/measure.ts`: McCabe's
 * cyclomatic complexity, Campbell's cognitive complexity, Halstead's volume, the maintainability index.
 */
export const metrics = kernel<MetricRow>({
  name: "metrics",
  means: "complexity, nesting, parameters, length, Halstead volume and maintainability index of functions and files",
  schema: rowOf({
    name: "text",
    of: "text",
    cyclomatic: "count",
    cognitive: "number?",
    nesting: "number?",
    parameters: "number?",
    length: "count",
    volume: "number",
    maintainability: "number",
  }),
  run(project) {
    const rows = [...project.modules.values()].flatMap(({ path, declared, total, code, lines }): MetricRow[] => {
      const whole = { path, lines: null, name: path, of: "file", cognitive: null, nesting: null, parameters: null };
      const cognitive = declared.reduce((sum, { measures }) => sum + (measures?.cognitive ?? 0), 0);
      const functions = declared.flatMap(({ name, kind, parent, line, last, measures }): MetricRow[] => {
        if (measures === null || name === "") return [];
        const full = parent === null ? name : `${parent}.${name}`;
        return [{ path, lines: [line, last], name: full, of: kind, ...measures }];
      });
      return [...functions, { ...whole, ...total, cognitive, length: code || lines }];
    });
    return { rows: worst(rows, ({ of, cyclomatic }) => (of === "file" ? 0 : cyclomatic)), open: partly(project) };
  },
  tell: ({ name, cyclomatic, cognitive, nesting, length }) =>
    `${name}: cyclomatic ${cyclomatic}, cognitive ${cognitive}, nesting ${nesting ?? 0}, ${length} lines`,
});
