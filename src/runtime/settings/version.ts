import { readFileSync } from "node:fs";

/** Ergo's version. */
export function version(): string {
  return (JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as { version: string })
    .version;
}
