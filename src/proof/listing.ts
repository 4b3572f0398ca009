import { compileGlob } from "../core/glob.ts";
import type { Blind, Observation, Universe } from "../core/observation.ts";
import { normalPath } from "./path.ts";

/** A listing of the folder, prepared for questions about single paths and globs. */
export type Listing = {
  observation: Observation<"universe">;
  files: ReadonlySet<string>;
  dirs: ReadonlySet<string>;
  universe: Universe;
  /** What was not listed in full. Paths at or below such a place may be missing from the listing, or wrongly in it. */
  gaps: readonly Gap[];
  selections: Map<string, Selection>;
};

type Gap = { path: string; code: Blind["code"]; message: string };

/** The paths that match a glob: surely, perhaps, and whether there may be others that were not listed. */
export type Selection = { certain: string[]; maybe: string[]; gaps: Gap[] };

/** Prepares a listing; undefined when the folder could not be listed at all. */
export function listingOf(observation: Observation<"universe">): Listing | undefined {
  const known = listings.get(observation);
  if (known || !observation.seen.ok) return known;
  const universe = observation.seen;
  const gaps = universe.skipped.map((gap) => ({ ...gap, path: normalPath(gap.path) }));
  const [files, dirs] = [new Set(universe.files), new Set(universe.dirs)];
  const listing = { observation, universe, files, dirs, gaps, selections: new Map() };
  listings.set(observation, listing);
  return listing;
}

/** Whether a path is one of the files asked about, as far as the listing tells. */
export function isListed(listing: Listing, path: string, kind: "files" | "dirs" = "files"): "yes" | "maybe" | "no" {
  if (listing[kind].has(path)) return listing.gaps.some((gap) => doubts(gap, path)) ? "maybe" : "yes";
  return listing.gaps.some(({ path: place }) => isWithin(path, place)) ? "maybe" : "no";
}

/** The listed paths that match a glob. `unstable` paths were seen to contradict the listing: they are maybes. */
export function select(
  listing: Listing,
  kind: "files" | "dirs",
  glob: string,
  unstable: ReadonlySet<string>,
): Selection {
  const key = `${kind} ${glob}`;
  const known = unstable.size === 0 ? listing.selections.get(key) : undefined;
  if (known) return known;
  const { matches, reaches } = compileGlob(glob);
  const certain: string[] = [];
  const maybe: string[] = [];
  for (const path of listing[kind]) {
    if (!matches(path)) continue;
    if (unstable.has(path) || listing.gaps.some((gap) => doubts(gap, path))) maybe.push(path);
    else certain.push(path);
  }
  for (const path of unstable) if (path !== "" && !listing[kind].has(path) && matches(path)) maybe.push(path);
  const selection = { certain, maybe: maybe.sort(byCodeUnit), gaps: listing.gaps.filter(({ path }) => reaches(path)) };
  if (unstable.size === 0) listing.selections.set(key, selection);
  return selection;
}

export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

const listings = new WeakMap<Observation, Listing>();

/** A listing that was cut short, or lacks names, is right in what it lists; any other gap may also have let too much in. */
function doubts(gap: Gap, path: string): boolean {
  return gap.code !== "too_many" && gap.code !== "redacted" && isWithin(path, gap.path);
}

function isWithin(path: string, place: string): boolean {
  return place === "" || path === place || path.startsWith(`${place}/`);
}
