import { ErgoError } from "../../core/error.ts";
import type { EngineName } from "../../core/route.ts";
import type { Host } from "../../host/host.ts";
import { engineNames } from "../../runtime/session/session.ts";

/** Ways of answering, as clients choose them: by the name of a model. `engine` is null for the one that the route names. */
export type Strategy = { id: string; engine: EngineName | null };

const prefix = "ergo/";

const strategies: readonly Strategy[] = [
  { id: `${prefix}auto`, engine: null },
  ...engineNames().map((engine) => ({ id: prefix + engine, engine })),
];

/** Throws MODEL_UNKNOWN. */
export function strategyOf(model: unknown): Strategy {
  const found = strategies.find(({ id }) => id === model || id === prefix + String(model));
  if (found) return found;
  const available = strategies.map(({ id }) => id).join(", ");
  throw new ErgoError("MODEL_UNKNOWN", { model: String(model), available, param: "model" });
}

/** The list of `/v1/models`: the strategies, and the encoder where one is here. */
export async function listed({ session }: Host): Promise<object> {
  const encoder = await session.encoder();
  const ids = [...strategies.map(({ id }) => id), ...(encoder ? [encoder.name] : [])];
  return { object: "list", data: ids.map((id) => ({ id, object: "model", created: 0, owned_by: "ergo" })) };
}
