/**
 * What a model has to beat: how many of the items that `read` is tried with (data/probe/read.json) the rules get right that answer
 * where there is no model, by words and by the cross-encoder. `chance` there is the higher share. `node bench/rules.ts`.
 */
import type { Passage } from "../src/core/evidence.ts";
import { shortEnough, type Weighed } from "../src/core/port.ts";
import { read, sentencesOf } from "../src/knowledge/reading/read.ts";
import { type Item, readTrial } from "../src/model/ability/ability.ts";
import { wilson } from "../src/model/ability/interval.ts";
import { holdsAlone } from "../src/model/ability/score.ts";
import { openCachedReader } from "./encoded.ts";
import { save } from "./result.ts";

const { items } = readTrial("read");
const reader = await openCachedReader();
const right = { words: 0, reranker: 0 };
for (const item of items) {
  const passages = passagesOf(item);
  const question = String(item.values.question);
  const scores = await reader.score(question, sentencesOf(question, passages));
  if (answers(item, passages, null)) right.words += 1;
  if (answers(item, passages, { scores, by: "reranker", model: reader.name })) right.reranker += 1;
}
reader.save();
await reader.close();
save("rules", { words: wilson(right.words, items.length), reranker: wilson(right.reranker, items.length) });

/** Each excerpt as a passage of its document, all as likely. */
function passagesOf({ values }: Item): Passage[] {
  return [values.excerpts ?? []].flat().map((line) => {
    const [title = "", ...rest] = line.split(": ");
    const text = rest.join(": ");
    const source = { hash: "", size: text.length };
    return { path: `${title}.md`, lines: [1, 1], text, heading: "", title, score: 1, source };
  });
}

/** Whether the short answer, or the best sentence where there is none, holds the answer alone. */
function answers(item: Item, passages: Passage[], weighed: Weighed | null): boolean {
  const { short, excerpts } = read(String(item.values.question), passages, weighed);
  const said = short && short.share >= shortEnough.shown ? short.text : (excerpts[0]?.plain ?? "");
  return holdsAlone(said, item);
}
