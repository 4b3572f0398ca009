import { languageOf } from "../../tools/languages.ts";
import { underPresentNames } from "../facts/renames.ts";
import { importGraph } from "./graph.ts";
import { kernel, plural, rowOf, type Source, worst } from "./kernel.ts";

/** Two files that commits change together: `together` of the `changes` and `otherChanges` of each; `share`: of those of the one with fewer. */
export type CochangeRow = Source & {
  other: string;
  together: number;
  changes: number;
  otherChanges: number;
  share: number;
  imports: boolean;
};

/** Commits of more files say little of any two of them: a rename, a new format, a licence. */
const widest = 30;
/** Files that were changed together less often may be so by chance. */
const least = 3;

/**
 * Files that change together (logical coupling: Gall, Hajek and Jazayeri, "Detection of Logical Coupling Based on Product Release History", 1998),
 * those that do so most of the time first. `imports`: one of them imports the other, so that it is no surprise.
 */
export const cochange = kernel<CochangeRow>({
  name: "cochange",
  history: true,
  means: "files that commits change together, how often, and whether one imports the other",
  schema: rowOf({
    other: "text",
    together: "count",
    changes: "count",
    otherChanges: "count",
    share: "number",
    imports: "flag",
  }),
  run(project) {
    const { history, files } = project;
    if (history.commits === null) return { rows: [], open: [history.because] };
    const listed = new Set(files);
    const [changes, pairs] = [new Map<string, number>(), new Map<string, Map<string, number>>()];
    let wide = 0;
    for (const commit of underPresentNames(history.commits)) {
      const own = [...new Set(commit.files.map(({ path }) => path))].filter((path) => listed.has(path)).sort();
      if (commit.files.length > widest) {
        wide++;
        continue;
      }
      for (const path of own) changes.set(path, (changes.get(path) ?? 0) + 1);
      for (const [at, path] of own.entries()) for (const other of own.slice(at + 1)) count(pairs, path, other);
    }
    const { certain } = importGraph(project);
    const rows = [...pairs].flatMap(([path, others]) =>
      [...others].flatMap(([other, together]): CochangeRow[] => {
        if (together < least) return [];
        const [own, its] = [changes.get(path)!, changes.get(other)!];
        const share = Math.round((together / Math.min(own, its)) * 100) / 100;
        const imports = Boolean(certain.get(path)?.has(other) || certain.get(other)?.has(path));
        return [{ path, lines: null, other, together, changes: own, otherChanges: its, share, imports }];
      }),
    );
    return {
      rows: worst(rows, ({ share, together }) => share * Math.log2(together + 1)),
      open: [
        ...(history.complete ? [] : ["the history was not read whole"]),
        ...(wide > 0 ? [`${plural(wide, "commit")} of more than ${widest} files counted for none`] : []),
      ],
    };
  },
  tell: ({ path, other, together, changes, otherChanges, share, imports }) => {
    const least = Math.min(changes, otherChanges);
    const apart = !imports && languageOf(path) && languageOf(other) ? "; neither imports the other" : "";
    return `changes together with ${other} in ${plural(together, "commit")}, ${Math.round(share * 100)} % of the ${least} of one of them${apart}`;
  },
});

function count(pairs: Map<string, Map<string, number>>, path: string, other: string): void {
  const known = pairs.get(path) ?? new Map<string, number>();
  pairs.set(path, known);
  known.set(other, (known.get(other) ?? 0) + 1);
}
