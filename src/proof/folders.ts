import type { Call } from "../core/claim.ts";
import type { Ground } from "./ground.ts";
import { blinded, unseen, valueless } from "./lack.ts";
import { byCodeUnit, isListed, type Listing, listingOf } from "./listing.ts";
import { members } from "./members.ts";
import { name } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { pathOf, type Scene } from "./scene.ts";
import type { Lack, Members, Unknown } from "./value.ts";

/** How one folder differs from another, by the paths of their files below each. */
export const folderPredicates: Record<string, Predicate> = {
  added: {
    forms: [form("names", "place", "place")],
    example: 'added("v1/", "v2/") = 0',
    means: "the files, by their paths below it, that the second folder has and the first lacks",
    evaluate: (call, scene) => inBoth(call, scene, added),
    set: (call) => `files that ${name(call.args[1])} has and ${name(call.args[0])} lacks`,
  },
  changed: {
    forms: [form("names", "place", "place")],
    example: '"lib/a.js" in changed("v1/", "v2/")',
    means: "the files, by their paths below both folders, whose contents are not the same in both",
    evaluate: (call, scene) => inBoth(call, scene, changed),
    set: (call) => `files whose contents differ between ${name(call.args[0])} and ${name(call.args[1])}`,
  },
};

/** Two folders, each with "/" at its end, in a listing. */
type Both = { listing: Listing; first: string; second: string };
type Parts = { certain: string[]; maybe: string[]; lacks: Lack[]; from: Ground[] };

function inBoth(call: Call, scene: Scene, compare: (both: Both, scene: Scene) => Parts): Members | Unknown {
  const observation = scene.board.universe();
  if (!observation) return unseen({ see: "universe" });
  const listing = listingOf(observation);
  if (!listing) return blinded(observation);
  const [first, second] = [pathOf(call.args[0], scene), pathOf(call.args[1], scene)];
  const missing = [first, second].find((path) => !listing.dirs.has(path));
  if (missing !== undefined)
    return { ...valueless(`${missing} is no folder that is listed`), ground: { seen: observation } };
  const both = { listing, first: `${first}/`, second: `${second}/` };
  const { certain, maybe, lacks, from } = compare(both, scene);
  const gaps = listing.gaps.filter(({ path }) => [first, second].some((each) => touches(path, each)));
  const unlisted = gaps.map((blind): Lack => ({ is: "blind", query: observation.query, blind }));
  return members(
    call,
    "folders",
    {
      certain: certain.sort(byCodeUnit),
      maybe: maybe.sort(byCodeUnit),
      open: gaps.length > 0,
      lacks: [...lacks, ...unlisted],
      from: [{ seen: observation }, ...from],
    },
    scene,
  );
}

/** Whether what is not listed at a place may lie in a folder. */
function touches(place: string, folder: string): boolean {
  return place === "" || place === folder || place.startsWith(`${folder}/`) || folder.startsWith(`${place}/`);
}

function added({ listing, first, second }: Both, { board }: Scene): Parts {
  const parts: Parts = { certain: [], maybe: [], lacks: [], from: [] };
  const sure = (path: string) => (board.unstable.has(path) ? "maybe" : isListed(listing, path));
  for (const path of listing.files) {
    if (!path.startsWith(second)) continue;
    const below = path.slice(second.length);
    const before = sure(first + below);
    if (before === "yes") continue;
    const isSure = before === "no" && sure(path) === "yes";
    (isSure ? parts.certain : parts.maybe).push(below);
  }
  return parts;
}

function changed({ listing, first, second }: Both, { board }: Scene): Parts {
  const parts: Parts = { certain: [], maybe: [], lacks: [], from: [] };
  for (const path of listing.files) {
    if (!path.startsWith(first)) continue;
    const below = path.slice(first.length);
    const paths = [path, second + below];
    if (!listing.files.has(paths[1]!)) continue;
    const looks = paths.map((each) => ({ path: each, seen: board.file(each) }));
    const hashes = looks.map(({ path: each, seen }) => {
      if (!seen) parts.lacks.push({ is: "unseen", query: { see: "file", path: each } });
      else if (!seen.seen.ok) parts.lacks.push({ is: "blind", query: seen.query, blind: seen.seen });
      else return seen.seen.hash;
      return null;
    });
    if (hashes.includes(null)) parts.maybe.push(below);
    else {
      const isSure = paths.every((each) => isListed(listing, each) === "yes");
      if (hashes[0] !== hashes[1]) (isSure ? parts.certain : parts.maybe).push(below);
      for (const { seen } of looks) parts.from.push({ seen: seen! });
    }
  }
  return parts;
}
