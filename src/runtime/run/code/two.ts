import { escapeGlob } from "../../../core/wildcard.ts";
import { concluded, type Said } from "../conclude.ts";
import type { Look } from "./look.ts";

/** Two folders, what is older first, and which of the paths below them are meant; null where all are. */
export type Two = {
  look: Look;
  first: string;
  second: string;
  wanted: ((path: string) => boolean) | null;
  scope: string;
};

/** Paths below one of two folders, as they are in both. */
export function below({ look: { universe }, first, second }: Two, all: "files" | "dirs"): string[] {
  const within = [first, second].flatMap((dir) =>
    universe[all].flatMap((path) => (path.startsWith(`${dir}/`) ? [path.slice(dir.length + 1)] : [])),
  );
  return [...new Set(within)];
}

/** The answer of sentences about both. */
export const concludedOf = ({ look, first, second }: Two, said: Said[], list: string[] = []) =>
  concluded(said, look.board, look.asking, [`{${escapeGlob(first)},${escapeGlob(second)}}/**`], list);
