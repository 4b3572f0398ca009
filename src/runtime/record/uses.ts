import { summed, type Worked } from "../../experience/uses.ts";
import type { Folder } from "../session/folder.ts";
import { readRun } from "./runs.ts";

/** Which tools a run used, and how often each gave something. */
export function workedIn(folder: Folder, run: string): Worked {
  return summed(
    readRun(folder, run).flatMap(({ type, data }) => {
      if (type !== "step.done") return [];
      const { tool, found } = data as unknown as { tool: string; found: boolean };
      return [{ [tool]: { done: 1, found: found ? 1 : 0 } }];
    }),
  );
}
