import { once } from "../../core/once.ts";
import type { Route } from "../../core/route.ts";
import { adoptedFor } from "../settings/adopted.ts";
import { calibratedFor } from "../settings/calibrated.ts";
import { withGoal } from "./goal.ts";
import { intentOf } from "./intent.ts";
import { liken } from "./liken.ts";

/**
 * Decides how questions would be answered, with the encoder of the user's own configuration where it is here and one needs it;
 * close it when done.
 */
export function openRouter(home: string) {
  const settings = once(async () => (await (await import("../settings/config.ts")).loadConfig(home, home)).config);
  const embedder = async () => (await settings.get()).models.embedder;
  const encoder = once(async () => {
    const { presentEncoder } = await import("../session/encoders.ts");
    return (await presentEncoder({ config: await settings.get(), home })).model;
  });
  return {
    async route(question: string): Promise<Route> {
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
