// Checks claims about a folder: a verdict, the reasons, and what would decide the undecidable.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkClaim, openSession } from "../src/index.ts";

const dir = mkdtempSync(join(tmpdir(), "example-"));
writeFileSync(join(dir, "notes.md"), "TODO: water the plants\n");
writeFileSync(join(dir, "photo.png"), new Uint8Array([0x89, 0x50, 0xff]));

const session = await openSession({ dir });
for (const claim of ['count("TODO", "**/*.md") = 1', 'any x in files("**"): contains(x, "secret")']) {
  const { verdict, rendered, because, needs } = await checkClaim(session, claim);
  console.log(`${verdict}: ${rendered}\n  ${[...because, ...needs].join("\n  ")}`);
}
await session.close();
