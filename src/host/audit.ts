import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Audit, audit } from "../runtime/run/audit.ts";
import { prepareState } from "../runtime/session/folder.ts";
import { requireListed } from "../runtime/session/source.ts";
import type { Host } from "./host.ts";

type Watching = NonNullable<Parameters<typeof audit>[2]>;

/**
 * Checks a text against the folder, sentence by sentence: one of its files, or a text that a request brings, which is read as
 * Markdown and kept nowhere. Throws FILE_UNREADABLE for what is no file asked about.
 */
export async function auditGiven(
  { session, folder }: Host,
  given: { path: string } | { text: string },
  watching: Watching,
): Promise<Audit> {
  prepareState(folder);
  if ("path" in given) {
    await requireListed(session.observer, given.path);
    return await audit(session, join(folder.root, given.path), watching);
  }
  const place = mkdtempSync(join(tmpdir(), "ergo-audit-"));
  try {
    const file = join(place, "text.md");
    writeFileSync(file, given.text, { mode: 0o600 });
    return await audit(session, file, watching);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
