import { kernel, partly, plural, rowOf, type Source, worst } from "./kernel.ts";

export type CohesionRow = Source & { name: string; methods: number; lcom4: number; parts: string[] };

/** LCOM4 of types with methods (see `facts/cohesion.ts`): 1 where all of them hang together, else into how many it could be split. */
export const cohesion = kernel<CohesionRow>({
  name: "cohesion",
  means: "LCOM4 of types: how many groups their methods fall into that share no attribute and don't call each other",
  schema: rowOf({ name: "text", methods: "count", lcom4: "count", parts: "texts" }),
  run(project) {
    const rows = [...project.modules.values()].flatMap(({ path, cohesion: types }) =>
      types.map(({ name, line, last, parts }): CohesionRow => {
        const methods = parts.reduce((sum, each) => sum + each.length, 0);
        return {
          path,
          lines: [line, last],
          name,
          methods,
          lcom4: parts.length,
          parts: parts.map((each) => each.join(" ")),
        };
      }),
    );
    return { rows: worst(rows, ({ lcom4 }) => lcom4), open: partly(project) };
  },
  tell: ({ name, lcom4, methods }) => `${name}: LCOM4 ${lcom4}, ${plural(methods, "method")}`,
});
