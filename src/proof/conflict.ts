import type { Observation } from "../core/observation.ts";
import { isListed, type Listing, listingOf } from "./listing.ts";

/** What is known of each path, to find observations that contradict each other. */
export type Conflicts = {
  facts: Map<string, Facts>;
  /** Paths with contradictory observations; "" stands for the listing. */
  unstable: Set<string>;
  universe: Listing | undefined;
};

type Facts = { hash?: string; bytes?: number; modified?: number; regular?: boolean; read?: boolean };

/** Adds an observation and marks its path when it contradicts what was seen before. */
export function noteConflicts(conflicts: Conflicts, observation: Observation, earlier: Observation | undefined): void {
  const { query, seen } = observation;
  const path = query.see === "universe" ? "" : query.path;
  if (earlier && JSON.stringify(earlier.seen) !== JSON.stringify(seen)) conflicts.unstable.add(path);
  if (earlier || !seen.ok) return;
  if (query.see === "universe") {
    conflicts.universe = listingOf(observation as Observation<"universe">);
    for (const [place, facts] of conflicts.facts)
      if (contradictsListing(conflicts, place, facts)) conflicts.unstable.add(place);
    return;
  }
  const facts = conflicts.facts.get(path) ?? {};
  const found = factsOf(observation);
  if (contradicts(facts, found) || contradictsListing(conflicts, path, found)) conflicts.unstable.add(path);
  conflicts.facts.set(path, { ...found, ...facts, read: Boolean(facts.read || found.read) });
}

function factsOf({ seen }: Observation): Facts {
  if (!seen.ok) return {};
  if ("kind" in seen) {
    const { kind, bytes, modified } = seen;
    return kind === "file" ? { regular: true, bytes, modified } : { regular: false };
  }
  if ("encoding" in seen)
    return { regular: true, read: true, hash: seen.hash, bytes: seen.bytes, modified: seen.modified };
  if ("hash" in seen && "bytes" in seen) return { regular: true, read: true, hash: seen.hash, bytes: seen.bytes };
  return {};
}

function contradicts(one: Facts, other: Facts): boolean {
  return (
    differ(one.hash, other.hash) ||
    differ(one.bytes, other.bytes) ||
    differ(one.regular, other.regular) ||
    (one.modified !== undefined && other.modified !== undefined && Math.abs(one.modified - other.modified) >= 1)
  );
}

/** A file that was read is one of the files asked about; one of those is a regular file. */
function contradictsListing({ universe }: Conflicts, path: string, { regular, read }: Facts): boolean {
  if (!universe) return false;
  const listed = isListed(universe, path);
  return (regular === false && listed === "yes") || (read === true && listed === "no");
}

function differ<T>(one: T | undefined, other: T | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}
