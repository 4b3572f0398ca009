import { type Cleaned, clean } from "../runtime/index/clean.ts";
import { openFolder } from "../runtime/session/folder.ts";
import { loadConfig } from "../runtime/settings/config.ts";
import type { Call } from "./call.ts";
import { print, printJson } from "./print.ts";
import { dim, type Text, table } from "./text.ts";

export async function run({ values }: Call): Promise<number> {
  const folder = openFolder(values.dir as string | undefined, Boolean(values.yes));
  const { config } = await loadConfig(folder.home, folder.root);
  const cleaned = clean(folder, config.retention, { dryRun: Boolean(values["dry-run"]) });
  if (values.json) printJson(cleaned);
  else print(...show(cleaned));
  return 0;
}

/** Removed things that are named one by one; `--json` names all. */
const shown = 20;

function show({ dryRun, freed, kept, kinds, removed, spared }: Cleaned): Text[] {
  const named = removed
    .slice(0, shown)
    .map(({ kind, name, bytes, because }) => dim(`  ${kind} ${name} (${size(bytes)}, ${because})`));
  const more = removed.length - named.length;
  const rows = Object.entries(kinds).map(([kind, each]) => [`  ${kind}`, size(each.freed), size(each.kept)]);
  return [
    `${dryRun ? "would free" : "freed"} ${size(freed)}, ${dryRun ? "would keep" : "kept"} ${size(kept)}`,
    ...table([["", dryRun ? "to free" : "freed", "kept"], ...rows], "ours"),
    ...named,
    ...(more > 0 ? [dim(`  and ${more} more; --json names all`)] : []),
    ...spared.map(({ name, because }) => `note: ${name} stayed: ${because}`),
  ];
}

function size(bytes: number): string {
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
