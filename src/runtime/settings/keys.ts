import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ErgoError, reason } from "../../core/error.ts";
import { makeFolder } from "../../system/folder.ts";
import { isSignedBy, keyFile, keyText, privateKey, publicKey, type Signature } from "../../trace/sign.ts";

/** The user's key: `public` is what others are given, `file` holds the private half, `created` says that it is new. */
export type Keys = { public: string; file: string; created: boolean };

/** The user's signing key, made when there is none. From then on heads and exports are signed. Throws KEY_UNUSABLE. */
export function userKeys(home: string): Keys {
  const file = keyFile(home);
  const created = privateKey(home) === undefined && create(file);
  return { public: keyText(privateKey(home) as KeyObject), file, created };
}

/** A public key that the user names: the word that `ergo keys` prints, or a file that holds it or PEM. Throws USAGE. */
function namedKey(text: string): string {
  const key = publicKey(text) ?? (existsSync(text) ? publicKey(readFileSync(text, "utf8")) : undefined);
  if (key !== undefined && key.type === "public") return keyText(key);
  throw new ErgoError("USAGE", { detail: `--key ${text}: no Ed25519 public key; \`ergo keys\` prints one` });
}

/** Something that keeps a record from being what it is said to be. */
export type Fault = { where: string; code: string; message: string };

/** Who signed a record; `ok` when it is their signature over its head, and theirs is the key that was asked for. */
export type Signed = { by: string; ok: boolean };
export type Attested = { signed: Signed | null; faults: Fault[] };

/** Judges the signature over a head, and with `key`, whether it is the one of that key. Throws USAGE for what is no key. */
export function attest(
  signature: Signature | undefined,
  about: { run: string; head: string },
  key: string | undefined,
): Attested {
  const due = key === undefined ? undefined : namedKey(key);
  const fault = (code: string, message: string): Fault => ({ where: "the signature", code, message });
  if (signature === undefined) {
    return { signed: null, faults: due === undefined ? [] : [fault("NOT_SIGNED", `there is none by ${due}`)] };
  }
  const { by } = signature;
  const faults: Fault[] = [];
  if (!isSignedBy(signature, about)) {
    faults.push(fault("SIGNATURE_BROKEN", `it is not that of ${by} over the head ${about.head}`));
  }
  if (due !== undefined && due !== by) faults.push(fault("KEY_OTHER", `it was made by ${by}, not by ${due}`));
  return { signed: { by, ok: faults.length === 0 }, faults };
}

/** Linked into its place when it is whole: of two processes one makes the key, and both use it. */
function create(file: string): boolean {
  const draft = `${file}.${process.pid}`;
  try {
    makeFolder(dirname(file));
    const { privateKey: key } = generateKeyPairSync("ed25519");
    writeFileSync(draft, key.export({ type: "pkcs8", format: "pem" }), { flag: "wx", mode: 0o600 });
    linkSync(draft, file);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "EEXIST" && existsSync(file)) return false;
    throw new ErgoError("HOME_WRITE", { file, detail: reason(thrown) }, { cause: thrown });
  } finally {
    rmSync(draft, { force: true });
  }
}
