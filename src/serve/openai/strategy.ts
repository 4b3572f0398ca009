import { ErgoError } from "../../core/error.ts";
import type { EngineName } from "../../core/route.ts";
import type { Host } from "../../host/host.ts";
import { engineNames } from "../../runtime/session/session.ts";

/** Ways of answering, as clients choose them: by the name of a model. `engine` is null for the one that the route names. */
export type Strategy = { id: string; engine: EngineName | null };

const prefix = "ergo/";

/** What clients know an engine by that is called otherwise here. */
const called: Record<string, string> = { direct: "exact" };

/** The strategy that the route chooses an engine for. */
export const auto: Strategy = { id: `${prefix}auto`, engine: null };

const strategies: readonly Strategy[] = [
  auto,
  ...engineNames().map((engine) => ({ id: prefix + (called[engine] ?? engine), engine })),
];

/** Also by the name of its engine, and without the prefix. Throws MODEL_UNKNOWN, and REQUEST_INVALID where none is named. */
export function strategyOf(model: unknown): Strategy {
  if (typeof model !== "string" || model === "") {
    const detail = `model: it is missing; "${prefix}auto" answers as the route says, GET /v1/models lists all`;
    throw new ErgoError("REQUEST_INVALID", { detail, param: "model" });
  }
  const found = strategies.find(({ id, engine }) =>
    [id, ...(engine === null ? [] : [prefix + engine])].some((each) => each === model || each === prefix + model),
  );
  if (found) return found;
  const available = strategies.map(({ id }) => id).join(", ");
  throw new ErgoError("MODEL_UNKNOWN", { model, available, param: "model" });
}

/** The strategy that names an engine. */
export function strategyFor(engine: EngineName): Strategy {
  return strategies.find((each) => each.engine === engine) ?? auto;
}

/** The list of `/v1/models`: the strategies, and the encoder where one is here. */
export async function listed({ session }: Host): Promise<object> {
  const encoder = await session.encoder();
  const ids = [...strategies.map(({ id }) => id), ...(encoder ? [encoder.name] : [])];
  return { object: "list", data: ids.map((id) => ({ id, object: "model", created: 0, owned_by: "ergo" })) };
}
