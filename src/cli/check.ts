import { ErgoError } from "../core/error.ts";
import { type Checked, checkClaim } from "../runtime/run/check.ts";
import { openSession } from "../runtime/session/session.ts";
import { batch, field } from "./batch.ts";
import type { Call } from "./call.ts";
import { print, printJson } from "./print.ts";
import { dim, green, red, type Text, text, yellow } from "./text.ts";

const exits = { provable: 0, undecidable: 3, refutable: 4 };

export async function run({ values, words }: Call): Promise<number> {
  const act = !values["no-act"];
  const session = await openSession({ dir: values.dir as string | undefined, yes: Boolean(values.yes) });
  try {
    if (values.batch !== undefined) {
      return await batch(String(values.batch), (row, line) => checkClaim(session, field(row, "claim", line), { act }));
    }
    const [claim, ...more] = words;
    if (claim === undefined || more.length > 0) {
      throw new ErgoError("USAGE", { detail: `one claim, in quotes: ergo check 'files("**/*.md") > 0'` });
    }
    const checked = await checkClaim(session, claim, { act });
    if (values.json) printJson(checked);
    else print(...show(checked));
    return exits[checked.verdict];
  } finally {
    await session.close();
  }
}

const paint = { provable: green, refutable: red, undecidable: yellow };

function show({ verdict, rendered, because, needs }: Checked): Text[] {
  return [
    text`${paint[verdict](verdict)}: ${rendered}`,
    ...because.map((reason) => `  because ${reason}`),
    ...needs.map((need) => dim(`  needs ${need}`)),
  ];
}
