import { ErgoError } from "../core/error.ts";
import { routeOf } from "../runtime/run/route.ts";
import { ergoHome } from "../runtime/session/folder.ts";
import type { Call } from "./call.ts";
import { print, printJson } from "./print.ts";
import { showRoute } from "./show.ts";

export async function run({ values, words }: Call): Promise<number> {
  const question = words.join(" ");
  if (values.batch === undefined && question.trim() === "")
    throw new ErgoError("USAGE", { detail: 'a question: ergo route "How many files are there?"' });
  const home = ergoHome();
  if (values.batch !== undefined) {
    const { batch, field } = await import("./batch.ts");
    return await batch(String(values.batch), (row, line) => routeOf(field(row, "question", line), home));
  }
  const route = await routeOf(question, home);
  if (values.json) printJson(route);
  else print(...showRoute(route));
  return 0;
}
