import type { Route } from "../../core/route.ts";
import { openSession } from "../session/session.ts";
import { adoptedFor } from "../settings/adopted.ts";
import { calibratedFor } from "../settings/calibration.ts";
import { loadConfig } from "../settings/config.ts";
import { withGoal } from "./goal.ts";
import { intentOf } from "./intent.ts";
import { understand } from "./understand.ts";

/** Decides how questions would be answered; close it when done. */
export type Router = { route(question: string): Promise<Route>; close(): Promise<void> };

/**
 * Decides as `ask` does in the folder `dir`, by what is there; by words alone where none is named. Both with what the user's own measurements
 * found to pay. Throws what opening the folder throws.
 */
export async function openRouter(home: string, dir: string | undefined, yes: boolean): Promise<Router> {
  if (dir !== undefined) {
    const session = await openSession({ dir, yes });
    return {
      route: async (question) => (await understand(session, { question }, Date.now())).route,
      close: () => session.close(),
    };
  }
  const { config } = await loadConfig(home, home);
  const own = adoptedFor(home, config.models.worker);
  return {
    async route(question) {
      const about = { now: Date.now(), root: process.cwd(), own, calibrated: calibratedFor(home) };
      return (await withGoal(intentOf(question, about), about)).route;
    },
    close: async () => {},
  };
}
