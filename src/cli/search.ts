import { join } from "node:path";
import { ErgoError } from "../core/error.ts";
import { freshen, type Hit, search } from "../runtime/index/search.ts";
import { openSession } from "../runtime/session/session.ts";
import { batch, field } from "./batch.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";
import { bold, dim, link, note, print, printJson } from "./print.ts";

export async function run({ values, words }: Call): Promise<number> {
  const k = values.k === undefined ? 8 : Number(values.k);
  if (!Number.isSafeInteger(k) || k < 1) {
    throw new ErgoError("USAGE", { detail: `-k ${String(values.k)}: a whole number from 1 on` });
  }
  const explain = Boolean(values.explain);
  const session = await openSession({
    dir: values.dir as string | undefined,
    yes: Boolean(values.yes),
    only: values.only as string | undefined,
  });
  try {
    const late = await interruptible((signal) => freshen(session, values.batch === undefined ? few : Infinity, signal));
    if (late !== null) note(`note: ${late}`);
    if (values.batch !== undefined) {
      return await batch(String(values.batch), (row, line) =>
        search(session, field(row, "question", line), k, explain),
      );
    }
    const [question, ...more] = words;
    if (question === undefined || more.length > 0) {
      throw new ErgoError("USAGE", { detail: 'one question, in quotes: ergo search "leave policy"' });
    }
    const found = await search(session, question, k, explain);
    const { hits, degraded = [] } = found;
    for (const { message } of degraded) note(`note: ${message}`);
    if (values.json) printJson(found);
    else print(hits.length === 0 ? "nothing found" : hits.map((hit) => show(hit, session.folder.root)).join("\n\n"));
    return 0;
  } finally {
    await session.close();
  }
}

/** Vectors that one search makes first: some seconds. */
const few = 300;

/** Why a passage is there, on one line. */
function tell({ text, vector, graph, rerank, chain }: NonNullable<Hit["why"]>): string {
  const scores = [
    `words ${text}`,
    ...(vector === undefined ? [] : [`meaning ${vector}`]),
    `names ${graph}`,
    ...(rerank === undefined ? [] : [`reading ${rerank}`]),
  ].join(", ");
  if (!chain) return scores;
  const over = chain.over === undefined ? "" : ` over "${chain.over}"`;
  return `${scores}; with ${chain.title}${over}${chain.asked === undefined ? "" : `: ${chain.asked}`}`;
}

/** Characters of a passage that are shown; `--json` gives all. */
const shown = 400;

function show({ rank, path, doc, title, heading, lines, page, text, why }: Hit, root: string): string {
  const place = `${path}${doc === undefined ? "" : ` ${doc}`}${page === undefined ? "" : `, page ${page}`}`;
  const line = lines === undefined || doc !== undefined ? "" : `:${lines[0]}`;
  const body = text.replace(/\s+/g, " ").trim();
  const head = `${bold(`${rank}`, process.stdout)} ${link(place + line, join(root, path))}  ${heading ?? title}`;
  const reason = why ? `\n  ${tell(why)}` : "";
  return `${head}${reason}\n  ${dim(body.length > shown ? `${body.slice(0, shown)}…` : body, process.stdout)}`;
}
