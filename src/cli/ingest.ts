import type { Event } from "../core/journal.ts";
import { type IngestReport, ingestPaths } from "../runtime/ingest.ts";
import { openSession } from "../runtime/session.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";
import { dim, note, print, printJson, yellow } from "./print.ts";

export async function run({ values, words }: Call): Promise<number> {
  const session = await openSession({ dir: values.dir as string | undefined, yes: Boolean(values.yes) });
  const bar = values.quiet ? undefined : meter(process.stderr);
  try {
    const report = await interruptible((signal) =>
      ingestPaths(session, words, { rebuild: Boolean(values.rebuild), signal, ...(bar ? { watch: bar.watch } : {}) }),
    );
    bar?.end();
    if (values.json) printJson(report);
    else print(show(report));
    return 0;
  } finally {
    bar?.end();
    await session.close();
  }
}

/** Skipped files that are named; `--json` names all. */
const named = 20;

function show({ documents, chunks, added, changed, deleted, skipped, ms }: IngestReport): string {
  const lines = [
    `${documents} documents in ${chunks} passages: ${added} added, ${changed} changed, ${deleted} deleted (${ms} ms)`,
    ...skipped
      .slice(0, named)
      .map(({ path, code, message }) => `${yellow("skipped", process.stdout)} ${path}: ${message} (${code})`),
  ];
  if (skipped.length > named) lines.push(dim(`and ${skipped.length - named} more; --json names all`, process.stdout));
  return lines.join("\n");
}

/** How often the bar moves; milliseconds. */
const pace = 100;

/** Says how far the ingest is: a bar with rate and time left on a terminal, else a line when it begins. */
function meter(stream: NodeJS.WriteStream): { watch: (event: Event) => void; end: () => void } {
  const began = performance.now();
  let drawn = Number.NEGATIVE_INFINITY;
  let said = false;
  return {
    watch(event) {
      if (event.type !== "progress") return;
      const { text, done = 0, total = 0 } = event;
      if (!stream.isTTY) {
        if (!said) note(`ingest: ${size(total)} to read`);
        said = true;
        return;
      }
      if (performance.now() - drawn < pace) return;
      drawn = performance.now();
      const rate = done / Math.max(1, drawn - began);
      const left = Math.ceil((total - done) / Math.max(rate, 1e-9) / 1000);
      const full = Math.round((done / Math.max(1, total)) * 20);
      const bar = `${"█".repeat(full)}${"░".repeat(20 - full)}`;
      const room = Math.max(10, (stream.columns ?? 80) - 60);
      stream.write(
        `\r\u001b[K${dim(`${bar} ${size(done)} of ${size(total)}, ${size(rate * 1000)}/s, ${left} s left ${text.slice(-room)}`, stream)}`,
      );
      said = true;
    },
    end() {
      if (stream.isTTY && said) stream.write("\r\u001b[K");
      said = false;
    },
  };
}

function size(bytes: number): string {
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
