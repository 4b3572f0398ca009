import type { Call, Claim } from "../core/claim.ts";
import { compileGlob } from "../core/glob.ts";
import type { Ground, Rule } from "./ground.ts";
import { blinded, unseen } from "./lack.ts";
import { isListed, listingOf, select } from "./listing.ts";
import { plain } from "./phrase.ts";
import { decided, ground, infer, type Scene, textOf } from "./scene.ts";
import { statement } from "./statement.ts";
import { type Lack, type Members, stringTerm, type Truth, type Unknown, type Value } from "./value.ts";

/** A set that a rule gives; its lists need not be sorted yet. */
export function members(
  call: Call,
  rule: Rule,
  parts: { certain: string[]; maybe: string[]; open: boolean; lacks: Lack[]; from: Ground[]; others?: Ground[] },
  scene: Scene,
): Members {
  const { certain, maybe, open, lacks, from, others = [] } = parts;
  const gives = () => statement(ground(call, scene), made) as Claim;
  const made: Members = { is: "set", certain, maybe, open, lacks, ground: { rule, from, others, gives, note } };
  function note(): string {
    const more = certain.length > shown ? `, and ${certain.length - shown} more` : "";
    return certain.slice(0, shown).map(plain).join(", ") + more;
  }
  return made;
}

/** So many members stand in the words of a step. */
const shown = 10;

/** The listed paths that match a glob. `call` is what the step is about: `files("*.md")`. */
export function listed(call: Call, glob: string, scene: Scene): Members | Unknown {
  const { board } = scene;
  const observation = board.universe();
  if (!observation) return unseen({ see: "universe" });
  const listing = listingOf(observation);
  if (!listing) return blinded(observation);
  const { certain, maybe, gaps } = select(listing, call.name === "dirs" ? "dirs" : "files", glob, board.unstable);
  const lacks: Lack[] = gaps.map((blind) => ({ is: "blind", query: observation.query, blind }));
  for (const path of maybe) {
    if (!board.unstable.has(path)) continue;
    const blind = { code: "changing" as const, message: `${path} changed while it was being looked at` };
    lacks.push({ is: "blind", query: { see: "entry", path }, blind });
  }
  const open = gaps.length > 0;
  return members(call, "listing", { certain, maybe, open, lacks, from: [{ seen: observation }] }, scene);
}

/** Whether a path is among the listed ones that match a glob. */
export function isListedBy(path: string, call: Call, glob: string, scene: Scene): Truth | Unknown {
  const { board } = scene;
  const observation = board.universe();
  if (!observation) return unseen({ see: "universe" });
  const listing = listingOf(observation);
  if (!listing) return blinded(observation);
  const kind = call.name === "dirs" ? "dirs" : "files";
  const answer = !compileGlob(glob).matches(path)
    ? "no"
    : board.unstable.has(path)
      ? "maybe"
      : isListed(listing, path, kind);
  const claim: Claim = { is: "in", item: stringTerm(path), set: call, at: call.at };
  if (answer !== "maybe")
    return decided(answer === "yes", infer("listing", [{ seen: observation }], claim, answer === "yes", scene));
  const message = `${path} may or may not be among the files asked about`;
  const gap = listing.gaps.find((one) => one.path === "" || path === one.path || path.startsWith(`${one.path}/`));
  const lack: Lack = { is: "blind", query: observation.query, blind: gap ?? { code: "changing", message } };
  return { is: "unknown", lacks: [lack], ground: { seen: observation } };
}

/** Whether something is in a set whose members are known. */
export function isMember(item: string, set: Members, claim: Claim, scene: Scene): Truth {
  const isCertain = set.certain.includes(item);
  const doubt = isCertain ? null : (set.doubt?.(item) ?? null);
  if (doubt !== null) return open([...set.lacks, doubt], [set.ground], claim, scene);
  if (!isCertain && (set.open || set.maybe.includes(item))) return open(set.lacks, [set.ground], claim, scene);
  return decided(isCertain, infer("member", [set.ground], claim, isCertain, scene));
}

/** A claim that stays open, with what would decide it. */
export function open(lacks: Lack[], from: Ground[], claim: Claim, scene: Scene): Truth {
  return { is: "boolean", holds: null, lacks, ground: infer("undecided", from, claim, true, scene) };
}

/** The set of files that a glob or a set term stands for. */
export function scopeOf(argument: Claim | undefined, scene: Scene): Members | Unknown {
  if (argument?.is === "call") return asSet(scene.worth(argument, scene));
  const glob = textOf(argument, scene);
  return listed({ is: "call", name: "files", args: [stringTerm(glob)], at: argument?.at ?? 0 }, glob, scene);
}

export function asSet(value: Value): Members | Unknown {
  if (value.is === "set" || value.is === "unknown") return value;
  throw new Error("not a set: the claim was not type-checked");
}
