import { engines, findEngine } from "../../engines/registry.ts";
import { draw } from "../../flow/draw.ts";
import type { Folder } from "../session/folder.ts";
import { readRun } from "./runs.ts";

/** The graph of a run's last engine as Mermaid, with the way that the run took. */
export async function drawRun(folder: Folder, target: string): Promise<string> {
  const lines = readRun(folder, target);
  const ran = lines.flatMap(({ type, data }) => (type === "node.start" ? [(data as { graph: string }).graph] : []));
  const last = engines.findLast(({ name }) => ran.includes(name)) ?? engines[0]!;
  return draw((await findEngine(last.name)).shape, lines);
}
