import { available } from "../src/sandbox/probe.ts";
import { programs } from "../src/sandbox/program.ts";

/** Why commands can't be confined here, as the program finds it; undefined where they can. */
export const unconfined: string | undefined = await available(programs(process.env.PATH ?? "", [])).then(
  () => undefined,
  (thrown) => `no sandbox: ${String(thrown).split("\n")[0]}`,
);
