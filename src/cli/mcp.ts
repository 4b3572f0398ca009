import { ErgoError } from "../core/error.ts";
import { openHost } from "../host/host.ts";
import { overStdio } from "../mcp/stdio.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";

export async function run({ values, words }: Call): Promise<number> {
  if (words.length > 0) throw new ErgoError("USAGE", { detail: "ergo mcp takes no words; name the folder with --dir" });
  const host = await openHost({
    dir: values.dir as string | undefined,
    yes: Boolean(values.yes),
    engine: values.engine as string | undefined,
    profile: values.profile as string | undefined,
    models: (values.model as string[] | undefined) ?? [],
  });
  try {
    await interruptible((signal) => overStdio(host, signal));
  } finally {
    await host.close();
  }
  return 0;
}
