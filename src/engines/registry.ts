import { ErgoError } from "../core/error.ts";
import { act } from "./act.ts";
import { cite } from "./cite.ts";
import { direct } from "./direct.ts";
import type { Engine } from "./engine.ts";
import { survey } from "./survey.ts";
import { tutor } from "./tutor.ts";

/** Every engine there is. One more is its file and its row here. */
export const engines: readonly Engine[] = [direct, cite, survey, act, tutor];

const engineNames = engines.map(({ name }) => name);

/** The engine of a name. Throws USAGE, with the names that there are. */
export function findEngine(name: string): Engine {
  const found = engines.find((engine) => engine.name === name);
  if (found) return found;
  throw new ErgoError("USAGE", { detail: `engine ${name}: one of ${engineNames.join(", ")}` });
}
