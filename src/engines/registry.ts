import { ErgoError } from "../core/error.ts";
import { act } from "./act.ts";
import { cite } from "./cite.ts";
import { contract } from "./contract.ts";
import { direct } from "./direct.ts";
import type { Engine } from "./engine.ts";
import { ensemble } from "./ensemble.ts";
import { hierarchy } from "./hierarchy.ts";
import { specialists } from "./specialists.ts";
import { survey } from "./survey.ts";

/** Every engine there is. One more is its file and its row here. */
export const engines: readonly Engine[] = [direct, cite, survey, act, contract, ensemble, specialists, hierarchy];

const engineNames = engines.map(({ name }) => name);

/** The engine of a name. Throws USAGE, with the names that there are. */
export function findEngine(name: string): Engine {
  const found = engines.find((engine) => engine.name === name);
  if (found) return found;
  throw new ErgoError("USAGE", { detail: `engine ${name}: one of ${engineNames.join(", ")}` });
}
