import { ErgoError } from "../core/error.ts";
import { decideRoute } from "../runtime/run/route.ts";
import { batch, field } from "./batch.ts";
import type { Call } from "./call.ts";
import { print, printJson } from "./print.ts";
import { showRoute } from "./show.ts";

export async function run({ values, words }: Call): Promise<number> {
  if (values.batch !== undefined) {
    return await batch(String(values.batch), async (row, line) => decideRoute(field(row, "question", line)).route);
  }
  const question = words.join(" ");
  if (question.trim() === "")
    throw new ErgoError("USAGE", { detail: 'a question: ergo route "How many files are there?"' });
  const { route } = decideRoute(question);
  if (values.json) printJson(route);
  else print(showRoute(route));
  return 0;
}
