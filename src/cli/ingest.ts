import type { Event } from "../core/journal.ts";
import { type IngestReport, ingestPaths } from "../runtime/index/ingest.ts";
import { openSession } from "../runtime/session/session.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";
import { meter, note, print, printJson } from "./print.ts";
import { dim, type Text, text, told, yellow } from "./text.ts";

export async function run({ values, words }: Call): Promise<number> {
  const session = await openSession({ dir: values.dir as string | undefined, yes: Boolean(values.yes) });
  const bar = values.quiet ? undefined : gauge();
  let interrupted = false;
  try {
    const report = await interruptible((signal) => {
      signal.addEventListener("abort", () => (interrupted = true), { once: true });
      return ingestPaths(session, words, {
        rebuild: Boolean(values.rebuild),
        vectors: !values["no-vectors"],
        signal,
        ...(bar ? { watch: bar.watch } : {}),
      });
    });
    bar?.end();
    if (values.json) printJson(report);
    else print(...show(report));
    return 0;
  } catch (thrown) {
    if (!interrupted) throw thrown;
    bar?.end();
    note("interrupted: what was read stays; run it again to go on");
    return 130;
  } finally {
    bar?.end();
    await session.close();
  }
}

/** Skipped files that are named; `--json` names all. */
const named = 20;

function show(report: IngestReport): Text[] {
  const { documents, chunks, added, changed, deleted, skipped, entities, mentions, edges, ms, vectors } = report;
  const lines: Text[] = [
    `${documents} documents in ${chunks} passages: ${added} added, ${changed} changed, ${deleted} deleted (${ms} ms)`,
    `${entities} entities in ${mentions} mentions, ${edges} relations: ergo map`,
    ...skipped
      .slice(0, named)
      .map(({ path, code, message }) => text`${yellow("skipped")} ${path}: ${message} (${code})`),
  ];
  if (skipped.length > named) lines.push(dim(`and ${skipped.length - named} more; --json names all`));
  if (vectors && vectors.made + vectors.missing > 0) {
    lines.push(`${vectors.made} vectors made by ${vectors.encoder}, ${vectors.missing} missing (${vectors.ms} ms)`);
  }
  if (vectors?.problem) lines.push(...told("note: ", vectors.problem));
  return lines;
}

/** How often the bar moves; milliseconds. */
const pace = 100;

/** Says how far the ingest is: a bar with rate and time left on a terminal, else a line for each of its phases. */
function gauge(): { watch: (event: Event) => void; end: () => void } {
  const stream = process.stderr;
  let began = performance.now();
  let drawn = Number.NEGATIVE_INFINITY;
  let phase = "";
  return {
    watch(event) {
      if (event.type !== "progress") return;
      const { path, text, done = 0, total = 0 } = event;
      const amount = path === "vectors" ? (count: number) => `${Math.round(count)} vectors` : size;
      if (path !== phase) {
        phase = path;
        began = performance.now();
        if (!stream.isTTY) note(`${path}: ${amount(total)}`);
      }
      if (!stream.isTTY || performance.now() - drawn < pace) return;
      drawn = performance.now();
      const rate = done / Math.max(1, drawn - began);
      const left = Math.ceil((total - done) / Math.max(rate, 1e-9) / 1000);
      const full = Math.round((done / Math.max(1, total)) * 20);
      const bar = `${"█".repeat(full)}${"░".repeat(20 - full)}`;
      const facts = `${amount(done)} of ${amount(total)}, ${amount(rate * 1000)}/s, ${left} s left`;
      meter(dim(`${bar} ${facts} ${text}`));
    },
    end() {
      if (stream.isTTY && phase !== "") meter("");
      phase = "";
    },
  };
}

function size(bytes: number): string {
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
