import { type Finding, finding } from "./scene.ts";
import { HOLE, show, type Word } from "./word.ts";

/** Settings of git by which it runs nothing and looks nowhere else. */
const plain =
  /^(?:(?:advice|blame|branch|color|column|fetch|feature|gc|index|pack|pull|push|rebase|rerere|stash|status|tag|user|versionsort)\.[\w.-]+|core\.(?:abbrev|autocrlf|bigfilethreshold|checkstat|commentchar|eol|filemode|ignorecase|ignorestat|longpaths|precomposeunicode|preloadindex|quotepath|safecrlf|sharedrepository|splitindex|symlinks|trustctime|untrackedcache|warnambiguousrefs|whitespace)|commit\.(?:gpgsign|verbose|status|cleanup)|diff\.(?:algorithm|colormoved|colormovedws|context|ignoresubmodules|indentheuristic|interhunkcontext|mnemonicprefix|noprefix|relative|renamelimit|renames|submodule|wserrorhighlight)|format\.pretty|grep\.(?:column|linenumber|patterntype|threads|fullname)|http\.(?:lowspeedlimit|lowspeedtime|postbuffer|sslverify|version)|init\.defaultbranch|log\.(?:abbrevcommit|date|decorate|follow|graphcolors|mailmap|showroot)|merge\.(?:conflictstyle|ff|log|renamelimit|renames|stat)|remote\.\w+\.url|safe\.directory|submodule\.(?:recurse|fetchjobs))(?:=|$)/i;

/** `NAME=VALUE` for `git -c`: most settings name programs or lead to some. */
export function setting(word: Word): Finding[] {
  if (word.text.startsWith(HOLE)) return [finding("unknown", show(word), "sets something that is not known")];
  return plain.test(word.text) ? [] : [finding("unknown", show(word), "is a setting by which git may run a program")];
}

/** Whether the value of a setting is a program that git runs. */
export function isProgramSetting(name: string): boolean {
  return /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|gitproxy|askpass)|sequence\.editor|pager\.|diff\.external|.*\.(?:textconv|clean|smudge|process|cmd|driver|command)$|gpg\.program|credential\.helper)/i.test(
    name,
  );
}
