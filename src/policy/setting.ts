import { type Finding, finding } from "./scene.ts";
import { HOLE, show, type Word } from "./word.ts";

/** Settings of git whose values are programs, or lead git to run programs. */
const running =
  /^(?:alias\.|core\.(?:pager|editor|sshcommand|fsmonitor|hookspath|gitproxy|askpass|attributesfile|worktree|alternaterefscommand)|diff\.|difftool|merge\.|mergetool|filter\.|pager\.|gpg|credential|sequence\.editor|url\.|include|uploadpack|receive|remote\.|protocol|browser|web|man\.|interactive\.difffilter|submodule|ssh\.|transfer|http\.|init\.templatedir|trailer|sendemail|instaweb|guitool|log\.showsignature)/i;
const plain =
  /^(?:diff\.(?:noprefix|renames|algorithm|context|mnemonicprefix|colormoved)|remote\.\w+\.url|submodule\.recurse|http\.sslverify|merge\.(?:ff|conflictstyle))/i;

/** `NAME=VALUE` for `git -c`: some settings name programs that git runs. */
export function setting(word: Word): Finding[] {
  if (word.text.startsWith(HOLE)) return [finding("unknown", show(word), "sets something that is not known")];
  if (running.test(word.text) && !plain.test(word.text))
    return [finding("unknown", show(word), "is a setting by which git runs a program")];
  return [];
}

/** Whether the value of a setting is a program that git runs. */
export function isProgramSetting(name: string): boolean {
  return /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|gitproxy|askpass)|sequence\.editor|pager\.|diff\.external|.*\.(?:textconv|clean|smudge|process|cmd|driver|command)$|gpg\.program|credential\.helper)/i.test(
    name,
  );
}
