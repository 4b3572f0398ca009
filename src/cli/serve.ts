import { spawn } from "node:child_process";
import { once } from "node:events";
import { ErgoError } from "../core/error.ts";
import { serve } from "../serve/listen.ts";
import { whole } from "./ask.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";
import { note, print, printJson } from "./print.ts";

export async function run({ values, words }: Call): Promise<number> {
  if (words.length > 0)
    throw new ErgoError("USAGE", { detail: "ergo serve takes no words; name the folder with --dir" });
  const port = values.port === "0" ? 0 : whole(values, "port");
  if (port !== undefined && port > 65_535) throw new ErgoError("USAGE", { detail: `--port ${port}: at most 65535` });
  const host = values.host as string | undefined;
  const serving = await serve({
    dir: values.dir as string | undefined,
    yes: Boolean(values.yes),
    engine: values.engine as string | undefined,
    profile: values.profile as string | undefined,
    models: (values.model as string[] | undefined) ?? [],
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
  });
  const { url, opened, beyond } = serving;
  if (port !== 0 && serving.port !== (port ?? 7878))
    note(`port ${port ?? 7878} is taken: this is port ${serving.port}`);
  if (beyond) note(`other machines can reach it, unencrypted: whoever has the token may ask about this folder`);
  if (values.json) printJson({ url, opened });
  else print(opened);
  note("Ctrl-C ends it");
  if (values.open) open(opened);
  await interruptible(async (signal) => {
    if (!signal.aborted) await once(signal, "abort");
  });
  await serving.close();
  return 0;
}

/** Opens an address in the user's browser, where there is one. */
function open(url: string): void {
  const [program, ...args] = { darwin: ["open"], win32: ["explorer"] }[process.platform as string] ?? ["xdg-open"];
  const child = spawn(program!, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => note(`no browser could be opened (${program}): open the address yourself`));
  child.unref();
}
