import { isUtf8 } from "node:buffer";
import { type Dirent, readdirSync } from "node:fs";
import { sha256 } from "../core/digest.ts";
import type { Blind, Universe } from "../core/observation.ts";
import { blind, unseen } from "./blind.ts";
import { absoluteOf, type Folder, type Ground, ignoreFiles, isReserved, readFolder, statOf } from "./ground.ts";
import { isIgnored, type Rules } from "./ignore.ts";
import { racy, type Stamp, stampOf } from "./stamp.ts";

/** Gives other work a turn and throws when the look was cancelled. Called often; does its work seldom. */
export type Pause = () => Promise<void>;

/** So many of the places that are left out are named. */
const named = 5;

/** A finished walk: the universe and what it rests on. */
export type Walk = { universe: Universe; listings: Listing[] };

/** A name in a folder. `valid`: whether it is UTF-8, so that `name` is what it is called. */
type Item = { name: string; kind: "file" | "directory" | "link" | "other"; valid: boolean };

/** A folder as it was listed. `path` is "" for the root, `above` the rules of the folders above it; `lasting` says whether
 * the stamp would show a later change. */
type Listing = {
  path: string;
  above: readonly Rules[];
  stamp: Stamp | null;
  lasting: boolean;
  items: Item[];
  folder: Folder | Blind;
};

/** Lists everything that is not ignored. A folder that changes meanwhile is walked once more, then reported. */
export async function walk(ground: Ground, pause: Pause): Promise<Walk> {
  const first = await walkOnce(ground, pause);
  if ((await changes(ground, first, pause)).length === 0) return first;
  const { universe, listings } = await walkOnce(ground, pause);
  const skipped = (await changes(ground, { universe, listings }, pause)).map((path) => ({
    path: path || ".",
    ...because(
      blind("changing", `The folder ${path || "."} changed while it was listed, twice; ask when nothing writes to it.`),
    ),
  }));
  return { universe: { ...universe, skipped: [...universe.skipped, ...skipped] }, listings };
}

/** The folders of a walk that are no longer as they were. */
export async function changes(ground: Ground, { listings }: Walk, pause: Pause): Promise<string[]> {
  const changed: string[] = [];
  for (const listing of listings) {
    await pause();
    if (!isUnchanged(ground, listing)) changed.push(listing.path);
  }
  return changed;
}

async function walkOnce(ground: Ground, pause: Pause): Promise<Walk> {
  const files: string[] = [];
  const links: string[] = [];
  const dirs: string[] = [];
  const skipped: Universe["skipped"] = [];
  const ignored: NonNullable<Universe["ignored"]> = { places: 0, first: [] };
  const listings: Listing[] = [];
  const ahead: { path: string; above: readonly Rules[] }[] = [{ path: "", above: [] }];
  let entries = 0;
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    await pause();
    const listing = look(ground, next.path, next.above);
    listings.push(listing);
    entries += listing.items.length;
    if (entries > ground.limits.entries) {
      skipped.push({ path: ".", ...because(tooMany(ground.limits.entries)) });
      break;
    }
    if (!listing.folder.ok) {
      skipped.push({ path: next.path || ".", ...because(listing.folder) });
      continue;
    }
    for (const item of listing.items) {
      const path = next.path === "" ? item.name : `${next.path}/${item.name}`;
      if (item.kind === "other" || isReserved(item.name)) continue;
      if (!item.valid) {
        skipped.push({ path, ...because(nameless(path)) });
        continue;
      }
      if (isIgnored(listing.folder.chain, path, item.kind === "directory")) {
        ignored.places += 1;
        if (ignored.first.length < named) ignored.first.push(item.kind === "directory" ? `${path}/` : path);
        continue;
      }
      if (item.kind === "file") files.push(path);
      else if (item.kind === "link") links.push(path);
      else {
        dirs.push(path);
        ahead.push({ path, above: listing.folder.chain });
      }
    }
  }
  for (const list of [files, links, dirs]) list.sort();
  const hash = sha256(JSON.stringify([files, links, dirs]));
  return {
    universe: { ok: true, files, links, dirs, skipped, ...(ignored.places > 0 ? { ignored } : {}), hash },
    listings,
  };
}

function look(ground: Ground, path: string, above: readonly Rules[]): Listing {
  const absolute = absoluteOf(ground, path);
  const listing: Listing = {
    path,
    above,
    stamp: null,
    lasting: false,
    items: [],
    folder: { ok: true, chain: above, own: [] },
  };
  try {
    const at = Date.now();
    const stats = statOf(absolute);
    if (stats === null)
      return { ...listing, folder: blind("missing", `The folder ${path || "."} is no longer there.`) };
    listing.stamp = stampOf(stats);
    listing.lasting = !racy(stats, at);
    listing.items = list(absolute);
  } catch (error) {
    return { ...listing, folder: unseen(error, path || ".") };
  }
  const names = ignoreFiles.filter((name) => listing.items.some((item) => item.name === name));
  return names.length === 0 ? listing : { ...listing, folder: readFolder(ground, path, names, above) };
}

/** The stamps tell; where they can't, the folder is listed again. */
function isUnchanged(ground: Ground, listing: Listing): boolean {
  if (listing.folder.ok && keepsStamp(ground, listing.path, listing)) {
    if (listing.folder.own.every((file) => keepsStamp(ground, `${listing.path}/${file.name}`, file))) return true;
  }
  const again = look(ground, listing.path, listing.above);
  if (JSON.stringify(shape(again)) !== JSON.stringify(shape(listing))) return false;
  Object.assign(listing, again);
  return true;
}

function keepsStamp(ground: Ground, path: string, was: { stamp: Stamp | null; lasting: boolean }): boolean {
  if (!was.lasting) return false;
  try {
    const stats = statOf(absoluteOf(ground, path));
    return stats !== null && stampOf(stats) === was.stamp;
  } catch {
    return false;
  }
}

/** What two listings of the same folder have in common when nothing changed. */
function shape({ items, folder }: Listing) {
  return [items, folder.ok ? folder.own.map(({ name, hash }) => [name, hash]) : folder.code];
}

function list(absolute: string): Item[] {
  const items = readdirSync(absolute, { withFileTypes: true }).map((item) => ({
    name: item.name,
    kind: kindOf(item),
    valid: true,
  }));
  // Bytes that are not UTF-8 arrive as this character, which may also stand in a name by right.
  if (!items.some((item) => item.name.includes("\ufffd"))) return items;
  return readdirSync(absolute, { withFileTypes: true, encoding: "buffer" }).map((item) => ({
    name: item.name.toString(),
    kind: kindOf(item),
    valid: isUtf8(item.name),
  }));
}

function kindOf(item: Dirent<string> | Dirent<NonSharedBuffer>): Item["kind"] {
  if (item.isFile()) return "file";
  if (item.isDirectory()) return "directory";
  return item.isSymbolicLink() ? "link" : "other";
}

function because({ code, message }: Blind): { code: Blind["code"]; message: string } {
  return { code, message };
}

function tooMany(limit: number): Blind {
  return blind(
    "too_many",
    `The folder has more than ${limit} entries and was not listed whole; name a smaller folder with --dir, or ignore some in .ergoignore.`,
  );
}

function nameless(path: string): Blind {
  return blind(
    "unreadable",
    `The name shown as ${JSON.stringify(path)} is not valid UTF-8; rename it, or ignore its folder.`,
  );
}
