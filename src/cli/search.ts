import { ErgoError } from "../core/error.ts";
import { freshen, type Hit, readOnly, search } from "../runtime/index/search.ts";
import { openSession } from "../runtime/session/session.ts";
import { batch, field } from "./batch.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";
import { note, print, printJson } from "./print.ts";
import { apart, bold, dim, folded, link, quote, shortened, type Text, text } from "./text.ts";

export async function run({ values, words }: Call): Promise<number> {
  const k = values.k === undefined ? 8 : Number(values.k);
  if (!Number.isSafeInteger(k) || k < 1) {
    throw new ErgoError("USAGE", { detail: `-k ${String(values.k)}: a whole number from 1 on` });
  }
  const explain = Boolean(values.explain);
  const { glob, fields } = values.only === undefined ? { fields: [] } : readOnly(String(values.only));
  const session = await openSession({
    dir: values.dir as string | undefined,
    yes: Boolean(values.yes),
    ...(glob === undefined ? {} : { only: glob }),
  });
  try {
    const late = await interruptible((signal) => freshen(session, values.batch === undefined ? few : Infinity, signal));
    if (late !== null) note(`note: ${late}`);
    if (values.batch !== undefined) {
      return await batch(String(values.batch), (row, line) =>
        search(session, field(row, "question", line), k, { explain, fields }),
      );
    }
    const [question, ...more] = words;
    if (question === undefined || more.length > 0) {
      throw new ErgoError("USAGE", { detail: 'one question, in quotes: ergo search "leave policy"' });
    }
    const found = await search(session, question, k, { explain, fields });
    const { hits, degraded = [] } = found;
    for (const { message } of degraded) note(`note: ${message}`);
    if (values.json) printJson(found);
    else if (hits.length === 0) print("nothing found");
    else print(...apart(hits.map((hit) => show(hit, session.folder.root))));
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

function show({ rank, path, doc, title, heading, lines, page, why, ...hit }: Hit, root: string): Text[] {
  const place = `${path}${doc === undefined ? "" : ` ${doc}`}${page === undefined ? "" : `, page ${page}`}`;
  const line = lines === undefined || doc !== undefined ? "" : `:${lines[0]}`;
  const head = text`${bold(`${rank}`)} ${link(place + line, root, path)}  ${heading ?? title}`;
  return [head, ...(why ? [`  ${tell(why)}`] : []), ...quote(shortened(folded(hit.text), shown), dim)];
}
