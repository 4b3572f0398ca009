import type { CommandEffect, Judgement, Reach } from "../core/command.ts";

/** What each profile lets a command do without asking. */
const permits: Record<string, readonly CommandEffect[]> = {
  safe: [],
  read: ["read"],
  dev: ["read", "write", "exec"],
  sovereign: ["read", "write", "outside", "network", "exec"],
};

/** Whether a profile allows a command, and if not, the reasons why. */
export type Allowed = { allowed: boolean; reasons: string[] };

/**
 * Decides from a judgement alone. `dev` also allows what the sandbox gives a copy of: reading folders of the system and
 * paths that are not known, and writing to temporary folders.
 */
export function allowed(profile: string, judgement: Judgement): Allowed {
  const permitted = permits[profile] ?? [];
  const refused = judgement.effects.filter(
    (effect) => !permitted.includes(effect) && !(effect === "outside" && profile === "dev" && isSandboxed(judgement)),
  );
  const because = judgement.reasons.filter((reason) => refused.some((effect) => reason.startsWith(`${effect}:`)));
  return {
    allowed: refused.length === 0,
    reasons: because.map((reason) => `the profile ${profile} does not allow ${reason}`),
  };
}

function isSandboxed({ reaches, apart }: Judgement): boolean {
  return !apart && reaches.every(provided);
}

function provided({ place, does }: Reach): boolean {
  return place === "temporary" || (does === "read" && (place === "system" || place === "unknown"));
}
