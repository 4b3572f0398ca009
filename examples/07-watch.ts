// Watching a run: its events one by one, while it goes on. Whoever reads slowly misses some and is told so.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, openSession, watchRun } from "../src/index.ts";

const dir = mkdtempSync(join(tmpdir(), "example-"));
writeFileSync(join(dir, "harbour.md"), "# Harbour\n\nThe lighthouse was built in 1911.\n");

const session = await openSession({ dir, models: ["worker=none"] });
const question = "When was the lighthouse built?";
const watched = watchRun((watch) => ask(session, { question }, { watch }), { limit: 100 });
for await (const event of watched) {
  if (event.type === "line") console.log(`${event.line.seq} ${event.line.type} ${event.line.path}`);
  if (event.type === "events.dropped") console.log(`${event.count} events were missed`);
}
console.log((await watched.result).answer);
await session.close();
