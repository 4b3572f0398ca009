import { compress } from "../../dialogue/compress.ts";
import type { Turn } from "../../dialogue/turn.ts";

/** What a chat goes back to, for people: open questions, files, decisions, and its turns in short. */
export function rememberedOf(turns: readonly Turn[]): string {
  if (turns.length === 0) return "nothing was asked yet";
  const open = turns.filter(({ status }) => status !== "answered").map(({ question }) => question);
  const files = [...new Set(turns.toReversed().flatMap(({ edited, paths }) => [...edited, ...paths]))].slice(0, few);
  const decisions = turns.flatMap((turn) => [
    ...turn.decisions.map(({ asked, said }) => `${asked.split("\n")[0]!} ${said}`),
    ...turn.edited.map((path) => `edited ${path} (run ${turn.run})`),
  ]);
  const part = (title: string, lines: string[]) =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
  return [
    ...part("open", open),
    ...part("files", files),
    ...part("decisions", decisions),
    ...part("turns", compress(turns, budget, roughTokens).split("\n")),
  ].join("\n");
}

const few = 10;

/** Tokens of the turns in short. */
const budget = 800;

/** No fewer than models count: seldom does a token stand for less than three bytes of plain text. */
function roughTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}
