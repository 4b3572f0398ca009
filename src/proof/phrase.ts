import type { Call, Claim } from "../core/claim.ts";
import { printClaim } from "./print.ts";

/** A path or name as it stands in a sentence: in quotes where it could be mistaken for something else. */
export function plain(text: string): string {
  return /^[\p{L}\p{N}_./@+*?#:-]+(?: [\p{L}\p{N}_./@+*-]+)*$/u.test(text) ? text : JSON.stringify(text);
}

/** Without quotes where nothing in it could be mistaken. */
export function name(argument: Claim | undefined): string {
  if (!argument) return "";
  return argument.is === "string" ? plain(argument.value) : printClaim(argument);
}

export function quoted(argument: Claim | undefined): string {
  return argument ? printClaim(argument) : "";
}

export function verb(call: Call, yes: string, no: string): [yes: string, no: string] {
  const subject = name(call.args[0]);
  return [`${subject} ${yes}`, `${subject} ${no}`];
}

export function matching(what: string, glob: Claim | undefined): string {
  if (glob?.is !== "string") return what;
  return glob.value === "**" || glob.value === "**/*" ? what : `${what} that match ${plain(glob.value)}`;
}

export function lookedFor(argument: Claim | undefined): string {
  return argument?.is === "regex" ? `match ${printClaim(argument)}` : `contain ${quoted(argument)}`;
}
