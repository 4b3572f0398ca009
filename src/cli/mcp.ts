import { ErgoError } from "../core/error.ts";
import { openHost } from "../host/host.ts";
import { overStdio } from "../mcp/stdio.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";

export async function run(call: Call): Promise<number> {
  const [verb, name, ...more] = call.words;
  if (verb === "tools" && more.length === 0) return await (await import("./servers.ts")).list(call, name);
  if (verb === "trust" && name !== undefined && more.length === 0)
    return await (await import("./servers.ts")).trust(call, name);
  if (verb === undefined) return await serve(call);
  throw new ErgoError("USAGE", {
    detail:
      "`ergo mcp` speaks the protocol, `ergo mcp tools [NAME]` lists your servers, `ergo mcp trust NAME` agrees to one",
  });
}

async function serve({ values }: Call): Promise<number> {
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
