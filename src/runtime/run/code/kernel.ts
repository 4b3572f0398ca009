import type { KernelQuestion } from "../../../code/ask/kernel.ts";
import type { Draft } from "../../../core/answer.ts";
import { blank } from "../../../engines/state.ts";
import { concluded } from "../conclude.ts";
import type { Look } from "./look.ts";

/** Rows that are told beside the first. */
const most = 10;

/** Answers what a kernel of ergo code measures, by its rows. They are figures and patterns, so a sentence of them is supported and no more. */
export async function answerKernel(
  { board, asking, glob }: Look,
  { kernel, some: head, none, bare }: KernelQuestion,
): Promise<Draft> {
  board.add(await asking.observe([{ see: "kernel", path: ".", name: kernel }], asking.signal));
  const observation = board.kernel(kernel);
  if (!observation?.seen.ok) return blank("no_plan", "The code of the folder can't be measured.");
  const { rows, some, all, open } = observation.seen;
  const told = rows.map(({ path, line, text }) => `${path}${line === null ? "" : `:${line}`} (${text})`);
  const filled = (text: string) => text.replace("{some}", String(some)).replace("{all}", String(all));
  const [first, ...others] = told;
  const text = first === undefined ? filled(all === 0 ? bare : none) : `${filled(head)} ${first}.`;
  const more = some > most ? [`and ${some - most} more: ergo code --kernel ${kernel.split(" ")[0]}`] : [];
  const isOpen =
    open.length > 0
      ? [`Not complete: ${open[0]}${open.length > 1 ? `, and ${open.length - 1} more reasons` : ""}.`]
      : [];
  const shown = rows.slice(0, 1).map(({ path, line, text: row }) => ({ path, line: line ?? 1, text: row }));
  const seen = shown.length > 0 ? shown.map((show) => ({ seen: observation, show })) : [{ seen: observation }];
  return await concluded([{ text, seen }], board, asking, [glob], [...others.slice(0, most - 1), ...more, ...isOpen]);
}
