import { readFileSync } from "node:fs";
import { lazy } from "../../core/lazy.ts";

/** Ergo's version. */
export const version = lazy((): string => {
  const file = new URL("../../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
});
