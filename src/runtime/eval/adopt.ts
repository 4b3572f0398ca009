import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ErgoError, reason } from "../../core/error.ts";
import type { Level as RouteLevel } from "../../core/route.ts";
import { type Adopted, adoptedName } from "../settings/adopted.ts";
import type { Evaluated } from "./evaluate.ts";

/**
 * Writes which engines routing is to choose for questions about texts, level by level, with the model that was measured: those that were
 * surely right more often than what routing chooses (the interval of the difference lies above 0), and no less often than the
 * model's own answers at equal tokens. Of several the one with the largest gain, on levels where it was better. Gives what was written,
 * which takes the place of what was adopted before. Throws FILE_WRITE.
 */
export function adopt(home: string, { suite, gains, levels, workers }: Evaluated): Adopted {
  const pays = gains
    // Routing chooses engines, not presets of them.
    .filter(({ engine, against, low }) => against === "auto" && low > 0 && !engine.includes(":"))
    .filter(({ engine, model }) =>
      gains.every(
        (other) =>
          other.engine !== engine || other.model !== model || other.against !== "self-consistency" || other.by >= 0,
      ),
    )
    .toSorted((a, b) => b.by - a.by);
  const models: Adopted["models"] = {};
  for (const { engine, model, by, low, high, n } of pays) {
    const worker = workers[model]!;
    models[worker] ??= {};
    for (const one of levels) {
      if (one.engine !== engine || one.model !== model || one.right <= one.auto) continue;
      models[worker][one.level as RouteLevel] ??= { engine, by, low, high, n };
    }
  }
  const adopted: Adopted = { v: 1, suite, models };
  const file = join(home, adoptedName);
  try {
    mkdirSync(home, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(adopted, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.${process.pid}`, file);
  } catch (thrown) {
    throw new ErgoError("FILE_WRITE", { file, detail: reason(thrown) }, { cause: thrown });
  }
  return adopted;
}
