import type { Route } from "../../core/route.ts";
import { adoptedFor } from "../settings/adopted.ts";
import { loadConfig } from "../settings/config.ts";
import { intentOf } from "./intent.ts";

/** Decides how a question would be answered, with what the user's own measurements found to pay. */
export async function routeOf(question: string, home: string): Promise<Route> {
  const { config } = await loadConfig(home, home);
  return intentOf(question, { now: Date.now(), root: process.cwd(), own: adoptedFor(home, config.models.worker) })
    .route;
}
