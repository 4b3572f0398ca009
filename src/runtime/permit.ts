import type { CommandEffect } from "../core/command.ts";
import { ErgoError } from "../core/error.ts";
import type { Profile } from "./settings.ts";

/** What each profile lets a run do to the folder without asking. */
const permits: Record<Profile, readonly CommandEffect[]> = {
  safe: [],
  read: ["read"],
  dev: ["read", "write", "exec"],
  sovereign: ["read", "write", "exec", "outside", "network"],
};

/** Throws PROFILE_FORBIDS when a profile does not let a run do this. */
export function permit(profile: Profile, effect: "read" | "write"): void {
  if (permits[profile].includes(effect)) return;
  throw new ErgoError("PROFILE_FORBIDS", { profile, what: effect === "read" ? "look at files" : "change files" });
}
