import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ErgoError, reason } from "../core/error.ts";
import { makeFolder } from "../system/folder.ts";

/** The token of this user's servers: made once, for this user alone to read. Throws HOME_WRITE. */
export function userToken(home: string): string {
  const file = join(home, "serve-token");
  try {
    makeFolder(home);
    try {
      writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
      chmodSync(file, 0o600);
    }
    const token = readFileSync(file, "utf8").trim();
    if (/^[\w-]{20,}$/.test(token)) return token;
  } catch (thrown) {
    throw new ErgoError("HOME_WRITE", { file, detail: reason(thrown) }, { cause: thrown });
  }
  throw new ErgoError("HOME_WRITE", { file, detail: "it holds no token; delete it, and a new one is made" });
}

/** Whether two secrets are the same; how long that takes says nothing of where they differ. */
export function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}

/** What opens one address alone, for a frame that can't send a header. */
export function keyFor(token: string, path: string): string {
  return createHmac("sha256", token).update(path).digest("base64url");
}
