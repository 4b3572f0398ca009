import type { Judgement } from "../core/command.ts";
import { ErgoError } from "../core/error.ts";
import type { Ruling } from "../core/port.ts";
import { allowed } from "../policy/allow.ts";
import type { Profile } from "./settings.ts";

/** Throws PROFILE_FORBIDS when a profile does not let a run look at files, or change them. */
export function permit(profile: Profile, effect: "read" | "write"): void {
  if (lets(profile, effect)) return;
  throw new ErgoError("PROFILE_FORBIDS", { profile, what: effect === "read" ? "look at files" : "change files" });
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
  return allowed(profile, { effects: [effect], reasons: [], reaches: [], apart: false }).allowed;
}
