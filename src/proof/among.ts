import type { Call, Claim } from "../core/claim.ts";
import { isSource } from "../core/declaration.ts";
import type { Observation, Query } from "../core/observation.ts";
import type { Ground } from "./ground.ts";
import { blinded, unseen } from "./lack.ts";
import { members, scopeOf } from "./members.ts";
import type { Scene } from "./scene.ts";
import type { Lack, Members, Unknown } from "./value.ts";

/** What a file has of what is looked for: surely, and perhaps; `lacks`: why that is not all that is known; `isOpen`: it may have more. */
export type Had = { certain: string[]; maybe: string[]; lacks: Lack[]; isOpen: boolean };

type Facts<K extends Query["see"]> = Extract<Observation<K>["seen"], { ok: true }>;

/** How a file is looked at: by which query, what is known of it so far, and what that gives. */
export type Looking<K extends Query["see"]> = {
  query: (path: string) => Extract<Query, { see: K }>;
  seen: (path: string) => Observation<K> | undefined;
  had: (path: string, facts: Facts<K>) => Had;
};

/**
 * What the source files among some have, all together, each as often as it is there; `whole` may put it in order. Open where a file can't be
 * seen or may have more than it shows.
 */
export function among<K extends Query["see"]>(
  call: Call,
  place: Claim | undefined,
  scene: Scene,
  { query, seen, had }: Looking<K>,
  whole: (parts: { certain: string[]; maybe: string[] }) => { certain: string[]; maybe: string[] } = (parts) => parts,
): Members | Unknown {
  const scope = scopeOf(place, scene);
  if (scope.is !== "set") return scope;
  const [certain, maybe]: [string[], string[]] = [[], []];
  const [from, others]: [Ground[], Ground[]] = [[scope.ground], []];
  const lacks = [...scope.lacks];
  let { open } = scope;
  const look = (path: string, isSure: boolean): void => {
    const observation = seen(path);
    if (!observation?.seen.ok) {
      lacks.push(...(observation ? blinded(observation) : unseen(query(path))).lacks);
      open = true;
      return;
    }
    const found = had(path, observation.seen as Facts<K>);
    (isSure ? certain : maybe).push(...found.certain);
    maybe.push(...found.maybe);
    lacks.push(...found.lacks);
    open ||= found.isOpen;
    (found.certain.length + found.lacks.length > 0 ? from : others).push({ seen: observation });
  };
  for (const path of scope.certain.filter(isSource)) look(path, true);
  for (const path of scope.maybe.filter(isSource)) look(path, false);
  return members(call, "names", { ...whole({ certain, maybe }), open, lacks, from, others }, scene);
}

/** Why what a file shows may not be all. */
export function openings(path: string, open: readonly { line: number; because: string }[]): Lack[] {
  return open.map(({ line, because }) => ({ is: "void", message: `${path} ${because} (line ${line})` }));
}
