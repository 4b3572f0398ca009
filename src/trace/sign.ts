import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ErgoError, reason } from "../core/error.ts";

/** Who signed a head: `by` is the public key as `keyText` gives it, `signature` Ed25519 in base64url. */
export type Signature = { by: string; signature: string };

/** What is signed: the head of a run. It stands for every byte of the run, for each line holds the hash of the one before. */
type Signed = { run: string; head: string };

/** The user's private key (PKCS #8, PEM). */
export function keyFile(home: string): string {
  return join(home, "keys", "ed25519.pem");
}

/** Reads the private key; undefined where the user has none. Throws KEY_UNUSABLE. */
export function privateKey(home: string): KeyObject | undefined {
  const file = keyFile(home);
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType !== "ed25519") throw new Error("it is no Ed25519 key");
    return key;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new ErgoError("KEY_UNUSABLE", { file, detail: reason(thrown) }, { cause: thrown });
  }
}

/** Signs a head with the user's key; undefined where the user has none. Throws KEY_UNUSABLE. */
export function signHead(home: string, signed: Signed): Signature | undefined {
  const key = privateKey(home);
  return key && { by: keyText(key), signature: sign(null, message(signed), key).toString("base64url") };
}

/** Whether the signature is that of its key over this head, both in the only way to write them. */
export function isSignedBy({ by, signature }: Signature, signed: Signed): boolean {
  const key = publicKey(by);
  const bytes = Buffer.from(signature, "base64url");
  if (key === undefined || keyText(key) !== by || bytes.toString("base64url") !== signature) return false;
  return verify(null, message(signed), key, bytes);
}

/** The public half of a key in one word: `ed25519:` and its 32 bytes in base64url. */
export function keyText(key: KeyObject): string {
  const open = key.type === "private" ? createPublicKey(key) : key;
  return `${prefix}${open.export({ format: "jwk" }).x}`;
}

/** A public key from one word or from PEM; undefined for anything else. */
export function publicKey(text: string): KeyObject | undefined {
  try {
    const trimmed = text.trim();
    const x = trimmed.startsWith(prefix) ? trimmed.slice(prefix.length) : undefined;
    const key =
      x === undefined
        ? createPublicKey(trimmed)
        : createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return key.asymmetricKeyType === "ed25519" ? key : undefined;
  } catch {
    return undefined;
  }
}

const prefix = "ed25519:";

/** Begins with its purpose, so that no signature made for something else passes for one of a head. */
function message({ run, head }: Signed): Buffer {
  return Buffer.from(`ergo head 1\n${run}\n${head}\n`);
}
