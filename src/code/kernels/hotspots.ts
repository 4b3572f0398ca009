import { kernel, partly, rowOf, type Source, worst } from "./kernel.ts";

export type HotspotRow = Source & {
  changes: number;
  churn: number;
  complexity: number;
  authors: string[];
  last: string;
  score: number;
};

/**
 * Files that are complex and change often (Tornhill, "Your Code as a Crime Scene", 2015): score = changes × cyclomatic complexity of the file.
 * `churn` is lines added and deleted. Merges and renames count as git tells them.
 */
export const hotspots = kernel<HotspotRow>({
  name: "hotspots",
  history: true,
  means: "complexity times changes of each source file, by the history of the folder",
  schema: rowOf({
    changes: "count",
    churn: "count",
    complexity: "count",
    authors: "texts",
    last: "text",
    score: "count",
  }),
  run(project) {
    const { history, modules } = project;
    if (history.commits === null) return { rows: [], open: [history.because] };
    const changed = new Map<string, HotspotRow>();
    for (const { author, date, files } of history.commits) {
      for (const { path, added, deleted } of files) {
        const module = modules.get(path);
        if (module === undefined) continue;
        const row = changed.get(path) ?? {
          path,
          lines: null,
          changes: 0,
          churn: 0,
          complexity: module.total.cyclomatic,
          authors: [],
          last: date,
          score: 0,
        };
        row.changes++;
        row.churn += added + deleted;
        if (!row.authors.includes(author)) row.authors.push(author);
        changed.set(path, row);
      }
    }
    const rows = [...changed.values()].map((row) => ({ ...row, score: row.changes * row.complexity }));
    return {
      rows: worst(rows, ({ score }) => score),
      open: [...partly(project), ...(history.complete ? [] : ["the history was not read whole"])],
    };
  },
  tell: ({ changes, complexity, score, authors }) =>
    `${changes} changes × complexity ${complexity} = ${score}, by ${authors.slice(0, 3).join(", ")}`,
});
