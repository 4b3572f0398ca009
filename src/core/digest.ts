import { lazy } from "./lazy.ts";

/** Loaded with the first hash: it takes Node a quarter of its own start, and many commands hash nothing. */
const crypto = lazy(() => process.getBuiltinModule("node:crypto"));

/** SHA-256 in lower-case hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return crypto().hash("sha256", data, "hex");
}
