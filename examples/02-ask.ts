// Asks two questions about a folder: one that is exact, one about what a text says.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, openSession, verify } from "../src/index.ts";

const dir = mkdtempSync(join(tmpdir(), "example-"));
writeFileSync(join(dir, "harbour.md"), "# Harbour\n\nThe lighthouse was built in 1911.\n");
writeFileSync(join(dir, "empty.md"), "");

const session = await openSession({ dir, models: ["worker=none"] });
for (const question of ["How many Markdown files are there?", "When was the lighthouse built?"]) {
  const { answer, claims, run } = await ask(session, { question });
  const { intact, current } = await verify(session, run);
  console.log(`${question}\n  ${answer}\n  ${claims[0]?.verdict}; intact ${intact}, current ${current}`);
}
await session.close();
