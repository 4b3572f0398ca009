import { ErgoError } from "../core/error.ts";
import { openRouter } from "../runtime/run/route.ts";
import { ergoHome } from "../runtime/session/folder.ts";
import type { Call } from "./call.ts";
import { print, printJson } from "./print.ts";
import { showRoute } from "./show.ts";

export async function run({ values, words }: Call): Promise<number> {
  const question = words.join(" ");
  if (values.batch === undefined && question.trim() === "")
    throw new ErgoError("USAGE", { detail: 'a question: ergo route "How many files are there?"' });
  const router = await openRouter(ergoHome(), values.dir as string | undefined, Boolean(values.yes));
  try {
    if (values.batch !== undefined) {
      const { batch, field } = await import("./batch.ts");
      return await batch(String(values.batch), (row, line) => router.route(field(row, "question", line)));
    }
    const route = await router.route(question);
    if (values.json) printJson(route);
    else print(...showRoute(route));
    return 0;
  } finally {
    await router.close();
  }
}
