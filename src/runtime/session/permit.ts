import { lstatSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { Judgement, Loss } from "../../core/command.ts";
import { ErgoError } from "../../core/error.ts";
import type { Ruling } from "../../core/port.ts";
import { allowed } from "../../policy/allow.ts";
import type { Observer } from "../../tools/observe.ts";
import type { Profile } from "../settings/settings.ts";

/** Throws PROFILE_FORBIDS when a profile does not let a run look at files, or change them. */
export function permit(profile: Profile, effect: "read" | "write"): void {
  if (lets(profile, effect)) return;
  throw new ErgoError("PROFILE_FORBIDS", { profile, what: effect === "read" ? "look at files" : "change files" });
}

/** The folder as a profile lets it be looked at: each look throws PROFILE_FORBIDS where it does not. */
export function permitted(profile: Profile, observer: Observer): Observer {
  const look = <Args extends unknown[], Seen>(see: (...args: Args) => Seen) => {
    return (...args: Args): Seen => {
      permit(profile, "read");
      return see(...args);
    };
  };
  const { root, observe, stat, text, bytes } = observer;
  const observed: Observer["observe"] = async (...args) => look(observe)(...args);
  return { root, observe: observed, stat: look(stat), text: look(text), bytes: look(bytes) };
}

/**
 * What becomes of a judged command. What a profile that may change the folder would allow, were it not unknown or
 * destructive, is for a person to decide; anything else that it does not allow is refused.
 */
export function rule(profile: Profile, judgement: Judgement): Ruling {
  const writes = judgement.effects.some((effect) => effect !== "read" && effect !== "outside");
  const { allowed: may, reasons } = allowed(profile, judgement);
  if (may) return { ...judgement, verdict: "allowed", writes };
  const rest = judgement.effects.filter((effect) => effect !== "unknown" && effect !== "destructive");
  const asks = lets(profile, "write") && allowed(profile, { ...judgement, effects: rest }).allowed;
  if (!asks) return { ...judgement, reasons, verdict: "refused", writes };
  const grave = judgement.reasons.filter((reason) => /^(?:unknown|destructive):/.test(reason));
  return { ...judgement, reasons: grave, verdict: "ask", writes };
}

function lets(profile: Profile, effect: "read" | "write"): boolean {
  return allowed(profile, { effects: [effect], reasons: [], reaches: [], apart: false, losses: [] }).allowed;
}

/** Of what a command may lose, what is there now: sentences. The folder is looked at, for the text can't tell. */
export function standing(root: string, losses: Loss[]): string[] {
  const lost = losses.flatMap(({ path, names, why }) => {
    if (path === null) return [`destructive: ${why}`];
    const found = held(path, names).map((file) => relative(root, file));
    return found.map((file) => `destructive: "${file}" is there already, and ${why}`);
  });
  return [...new Set(lost)].slice(0, 3);
}

/** The files with something in them that a command would write to. */
function held(path: string, names: string[] | null | undefined): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile()) return stats.size > 0 ? [path] : [];
  if (!stats?.isDirectory() || names === undefined) return [];
  const within = names ?? readdirSync(path);
  return within
    .map((name) => join(path, name))
    .filter((each) => lstatSync(each, { throwIfNoEntry: false }) !== undefined);
}
