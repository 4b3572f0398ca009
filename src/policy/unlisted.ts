import { type Finding, finding, type Scene } from "./scene.ts";
import { reads, runs } from "./touch.ts";
import { show, type Word } from "./word.ts";

const verbs =
  /(?:^|[^a-z])(?:delete|destroy|drop|purge|wipe|erase|format|shred|nuke|obliterate|uninstall|truncate|remove|rm|rmdir|rmtree|rimraf|unlink|terminate|flush|flushall|prune|kill|revoke|reset|overwrite|factory|mkfs|teardown|discard|force|del|delall|deleteall|clear-all|clean-all)(?:[^a-z]|$)/i;

/** Whether a word is a verb of destruction or force, such as `delete` or `db:drop`. */
export function isVerb(text: string): boolean {
  return !/\s/.test(text) && verbs.test(text);
}

/** Whether an option forces or destroys: `--force`, `--delete-all`, `-rf`. */
export function isForceful({ text }: Word): boolean {
  if (!text.startsWith("-")) return false;
  return (
    /^-(?:rf|fr|Rf|fR|rfv|rvf|vrf|fv?r)$/.test(text) ||
    (text.startsWith("--") &&
      isVerb(
        text
          .slice(2)
          .replace(/=.*$/s, "")
          .replace(/format/i, ""),
      )) ||
    /^-(?:force|delete|destroy|purge)$/.test(text)
  );
}

/** A program that is not listed runs as it likes; words of destruction make it worse than that. */
export function unlisted(first: Word, words: Word[], scene: Scene): Finding[] {
  const operands = words.filter(({ text }) => !text.startsWith("-")).slice(0, 2);
  const name = first.text.replace(/^.*\//, "");
  const verb =
    [...operands.filter(({ text }) => isVerb(text)), ...words.filter(isForceful)][0] ??
    (isVerb(name) ? first : undefined);
  const alike = imitated.test(name) && first.text.includes("/") ? first : undefined;
  const path = first.text.includes("/") ? reads(first, scene).filter(({ effect }) => effect === "outside") : [];
  const found = [...path, ...runs(first, scene), finding("exec", show(first), "is a program that is not known here")];
  if (verb !== undefined)
    return [...found, finding("unknown", show(verb), `sounds destructive, and ${show(first)} is not known here`)];
  if (alike !== undefined)
    return [...found, finding("unknown", show(alike), "has the name of a program that destroys")];
  return found;
}

const imitated = /^(?:rm|dd|shred|mkfs|git|wipefs|fdisk)$/;
