import { kernel, partly, plural, rowOf, type Source } from "./kernel.ts";

export type ScanRow = Source & {
  name: string;
  kind: string;
  parent: string | null;
  parameters: string[];
  visibility: string;
  documented: boolean;
};

/** Functions and types with their spans; functions without a name are left out. */
export const scan = kernel<ScanRow>({
  name: "scan",
  means: "functions and types that source files declare, with span, parent, parameters, visibility and documentation",
  schema: rowOf({
    name: "text",
    kind: "text",
    parent: "text?",
    parameters: "texts",
    visibility: "text",
    documented: "flag",
  }),
  run(project) {
    const rows = [...project.modules.values()].flatMap(({ path, declared }) =>
      declared
        .filter(({ name }) => name !== "")
        .map(({ name, kind, line, last, parent, parameters, visibility, doc }): ScanRow => {
          const documented = doc !== null;
          return { path, lines: [line, last], name, kind, parent, parameters, visibility, documented };
        }),
    );
    rows.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.lines![0] - b.lines![0]));
    return { rows, open: partly(project) };
  },
  tell: ({ kind, name, parent, parameters }) =>
    `${kind} ${parent === null ? "" : `${parent}.`}${name}${parameters.length > 0 ? ` (${plural(parameters.length, "parameter")})` : ""}`,
});
