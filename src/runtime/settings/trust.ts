import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { sha256 } from "../../core/digest.ts";
import { ErgoError, reason } from "../../core/error.ts";
import { changeList, readList } from "./list.ts";

/** A folder's own `ergo.yaml`: its bytes are read once, so that what is hashed is what is parsed. */
export type FolderFile = { file: string; text: string; hash: string };

/** What the user trusts: folders by their real path, each with the SHA-256 of its `ergo.yaml` and when it was said. */
export type Trusted = { [root: string]: { hash: string; time: number } };

/** Settings take no more than this. */
const largest = 1024 * 1024;

/**
 * Reads the `ergo.yaml` of a folder; undefined where there is none. Throws CONFIG_INVALID for what is no regular file: a
 * link would let the folder choose what is read.
 */
export function readFolderFile(root: string): FolderFile | undefined {
  const file = join(root, "ergo.yaml");
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isFile()) throw new ErgoError("CONFIG_INVALID", { file, detail: "it is not a regular file" });
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let handle: number | undefined;
  try {
    handle = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = fstatSync(handle);
    if (!stats.isFile() || stats.size > largest)
      throw new Error(`it is not a regular file of at most ${largest} bytes`);
    const bytes = readFileSync(handle);
    return { file, text: bytes.toString("utf8"), hash: sha256(bytes) };
  } catch (thrown) {
    throw new ErgoError("CONFIG_INVALID", { file, detail: reason(thrown) }, { cause: thrown });
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** The user's list; empty where there is none. Throws CONFIG_INVALID for one that can't be read. */
export function readTrusted(home: string): Trusted {
  return readList(trustFile(home), "trusted folders", parse) ?? {};
}

function parse(text: string): Trusted | undefined {
  let list: { v?: unknown; folders?: unknown } | null;
  try {
    list = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (list?.v !== 1 || typeof list.folders !== "object" || list.folders === null) return undefined;
  const entries = Object.entries(list.folders as Trusted);
  const whole = entries.every(([, each]) => typeof each?.hash === "string" && typeof each.time === "number");
  return whole ? Object.assign(Object.create(null), list.folders) : undefined;
}

/** Whether a folder's file, as it was read, is the one that the user trusts; "changed" where it is another by now. */
export function trustIn(list: Trusted, root: string, { hash }: FolderFile): "yes" | "no" | "changed" {
  const entry = Object.hasOwn(list, root) ? list[root] : undefined;
  if (entry === undefined) return "no";
  return entry.hash === hash ? "yes" : "changed";
}

/** The real path that a folder is trusted by. Throws FOLDER_MISSING, and USAGE for what Ergo keeps its state in. */
export function trustRoot(dir: string): string {
  let root: string;
  try {
    root = realpathSync(dir);
    if (!lstatSync(root).isDirectory()) throw new Error("not a folder");
  } catch (thrown) {
    throw new ErgoError("FOLDER_MISSING", { dir, detail: reason(thrown) }, { cause: thrown });
  }
  if (root.split(sep).includes(".ergo")) {
    throw new ErgoError("USAGE", { detail: `${root} is what Ergo keeps its records in; name the folder asked about` });
  }
  return root;
}

/** Trusts a folder's file as it was shown (`hash`), or no longer (null). Throws HOME_WRITE. */
export async function setTrust(home: string, root: string, hash: string | null, now = Date.now()): Promise<void> {
  await changeList(trustFile(home), () => {
    const folders = { ...readTrusted(home) };
    if (hash === null) delete folders[root];
    else folders[root] = { hash, time: now };
    return { v: 1, folders };
  });
}

function trustFile(home: string): string {
  return join(home, "trust.json");
}
