import { type Finding, finding, type Scene } from "./scene.ts";
import { isForceful, isVerb } from "./unlisted.ts";
import { HOLE, show, type Word } from "./word.ts";

const asking =
  /^(?:(?:.*:)?(?:list|ls|describe|get|show|status|logs?|tail|version|info|whoami|help|search|inspect|head|presign|config|diff|validate|top|ps|history|current|check|view|doctor)(?:-.*|s)?)$/;
const losing = /^(?:rb|rm|down|rollback|deregister\w*|expunge|nuke)(?:-.*)?$/;

/** Programs by which machines and services elsewhere are run: their verbs say whether they ask, change or destroy. */
export function cloud(words: Word[], _: Scene, name: string): Finding[] {
  const verbs = words.filter(({ text }) => !text.startsWith("-")).slice(0, 5);
  const far = finding("network", name, "reaches services elsewhere");
  const worst = words.find(isForceful) ?? verbs.find(({ text }) => isVerb(text) || losing.test(text));
  if (worst !== undefined) return [far, finding("destructive", show(worst), `of ${name} takes away what is elsewhere`)];
  const unclear = verbs.find(({ text }) => text.startsWith(HOLE));
  if (unclear !== undefined) return [far, finding("unknown", show(unclear), `is a word of ${name} that is not known`)];
  if (words.length === 0 || verbs.slice(0, 3).some(({ text }) => asking.test(text)))
    return [finding("read", name, "only asks"), far];
  return [far, finding("outside", name, "changes what is elsewhere")];
}

/** Programs that change a project's database or files by tasks with names. */
export function project(words: Word[], _: Scene, name: string): Finding[] {
  const verbs = words.filter(({ text }) => !text.startsWith("-")).slice(0, 4);
  const runs = finding("exec", name, "runs tasks of the folder");
  const worst =
    words.find(isForceful) ??
    verbs.find(
      ({ text }) =>
        isVerb(text) || /(?:^|[:.])(?:fresh|rollback|down|downgrade|undo|base|clean|setup|refresh|redo)\b/.test(text),
    );
  return worst === undefined ? [runs] : [runs, finding("destructive", show(worst), `of ${name} destroys data`)];
}
