import { once } from "../../core/once.ts";
import type { Route } from "../../core/route.ts";
import { openSession } from "../session/session.ts";
import { adoptedFor } from "../settings/adopted.ts";
import { calibratedFor } from "../settings/calibrated.ts";
import { withGoal } from "./goal.ts";
import { intentOf } from "./intent.ts";
import { liken } from "./liken.ts";
import { understand } from "./understand.ts";

/** Decides how questions would be answered; close it when done. */
export type Router = { route(question: string): Promise<Route>; close(): Promise<void> };

/** Decides as `ask` does in a folder, by what is there. Throws what opening it throws. */
export async function openFolderRouter(dir: string, yes: boolean): Promise<Router> {
  const session = await openSession({ dir, yes });
  return {
    route: async (question) => (await understand(session, { question }, Date.now())).intent.route,
    close: () => session.close(),
  };
}

/** Decides by words alone, with the encoder of the user's own configuration where it is here and one needs it. */
export function openRouter(home: string): Router {
  const settings = once(async () => (await (await import("../settings/config.ts")).loadConfig(home, home)).config);
  const embedder = async () => (await settings.get()).models.embedder;
  const encoder = once(async () => {
    const { presentEncoder } = await import("../session/encoders.ts");
    return (await presentEncoder({ config: await settings.get(), home })).model;
  });
  return {
    async route(question) {
      const now = Date.now();
      const likened = await liken(question, now, { embedder, encoder: encoder.get });
      const own = adoptedFor(home, (await settings.get()).models.worker);
      const about = { now, root: process.cwd(), own, calibrated: calibratedFor(home), usual: likened?.usual };
      return (await withGoal(intentOf(question, about), about)).route;
    },
    async close() {
      await (await encoder.end())?.close();
    },
  };
}
