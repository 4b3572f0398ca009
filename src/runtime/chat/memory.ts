import { compress } from "../../dialogue/compress.ts";
import type { Turn } from "../../dialogue/turn.ts";

/** What a chat goes back to, for people: open questions, files, decisions, and its turns in short. Empty before the first. */
export function rememberedOf(turns: readonly Turn[]): { title: string; texts: string[] }[] {
  const open = turns.filter(({ status }) => status !== "answered").map(({ question }) => question);
  const files = [...new Set(turns.toReversed().flatMap(({ edited, paths }) => [...edited, ...paths]))].slice(0, few);
  const decisions = turns.flatMap((turn) => [
    ...turn.decisions.map(({ asked, said }) => `${asked.split("\n")[0]!} ${said}`),
    ...turn.edited.map((path) => `edited ${path} (run ${turn.run})`),
  ]);
  const parts = [
    { title: "open", texts: open },
    { title: "files", texts: files },
    { title: "decisions", texts: decisions },
    { title: "turns", texts: turns.length === 0 ? [] : [compress(turns, budget, roughTokens)] },
  ];
  return parts.filter(({ texts }) => texts.length > 0);
}

const few = 10;

/** Tokens of the turns in short. */
const budget = 800;

/** No fewer than models count: seldom does a token stand for less than three bytes of plain text. */
function roughTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}
