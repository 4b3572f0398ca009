import { type Finding, finding, type Scene } from "./scene.ts";
import { listed, overwrites, reads } from "./touch.ts";
import { HOLE, isKnown, mayBeOption, part, show, type Word } from "./word.ts";

const plain = new Set(
  `! ( ) , -a -and -o -or -not -true -false -daystart -depth -d -mount -xdev -noleaf -warn -nowarn -print -print0 -ls -prune -quit
  -empty -executable -readable -writable -nouser -nogroup -ignore_readdir_race -noignore_readdir_race -H -L -P -follow -help -version -x -E -X -s`.split(
    /\s+/,
  ),
);
const valued = new Set(
  `-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -mtime -atime -ctime -mmin -amin
  -cmin -perm -user -group -uid -gid -links -inum -fstype -maxdepth -mindepth -printf -regextype -used -context -D -O`.split(
    /\s+/,
  ),
);
const files = new Set(["-newer", "-anewer", "-cnewer", "-samefile"]);
const filters = /^-i?(?:name|path|wholename|regex)$/;

/** find: a search whose expression may delete, write and run commands. */
export function judgeFind(words: Word[], scene: Scene): Finding[] {
  const begin = words.findIndex(({ text }) => /^(?:-[^HLPDO]|-\w{2,}|[!(]|\\\()/.test(text) || text.startsWith(HOLE));
  const starts = begin === -1 ? words : words.slice(0, begin);
  const found = starts.filter(({ text }) => !text.startsWith("-")).flatMap((word) => reads(word, scene));
  if (starts.every(({ text }) => text.startsWith("-"))) found.push(finding("read", "find", "looks into the folder"));
  found.push(...starts.filter(({ text }) => !text.startsWith("-")).flatMap(asAction));
  const expression = words.slice(starts.length);
  const filtered = expression.some(
    ({ text }, at) => filters.test(text) && !/^[*.?]*$/.test(expression[at + 1]?.text ?? ""),
  );
  const where = { ...scene, stdin: null };
  for (let at = 0; at < expression.length; at++) {
    const word = expression[at]!;
    const step = primary(word, expression.slice(at + 1), { scene: where, filtered, starts });
    found.push(...step.found);
    at += step.skip;
  }
  return found;
}

type About = { scene: Scene; filtered: boolean; starts: Word[] };

const actions = "-delete -exec -execdir -ok -okdir -fprint -fprint0 -fprintf -fls".split(" ");

/** Whether a wildcard may stand for a name; sets of characters are taken for any character. */
function matches(wildcard: string, name: string): boolean {
  const parts = wildcard
    .split(/(\*|\?|\[.*?\])/)
    .map((each, at) => (at % 2 === 0 ? each.replace(/[^\w-]/g, "\\$&") : each === "*" ? ".*" : "."));
  return wildcard.length > 200 || /[@+!?*]\(/.test(wildcard) || new RegExp(`^${parts.join("")}$`).test(name);
}

/** One primary of the expression, and how many words belong to it. */
function primary(word: Word, next: Word[], about: About): { found: Finding[]; skip: number } {
  const { text } = word;
  const value = next[0];
  // BSD's find takes a number with -depth.
  if (/^-d(?:epth)?$/.test(text) && /^\d+$/.test(value?.text ?? "")) return { found: [], skip: 1 };
  if (plain.has(text) || /^-O\d$/.test(text)) return { found: [], skip: 0 };
  if (valued.has(text) || /^-newer\wt$/.test(text)) return { found: value === undefined ? [] : splits(value), skip: 1 };
  if (text === "-files0-from") return { found: value === undefined ? [] : listed(value, about.scene), skip: 1 };
  if (files.has(text) || /^-newer\w\w$/.test(text))
    return { found: value === undefined ? [] : reads(value, about.scene), skip: 1 };
  if (/^-fprint0?$|^-fls$/.test(text))
    return { found: value === undefined ? [] : overwrites(value, about.scene), skip: 1 };
  if (text === "-fprintf") return { found: value === undefined ? [] : overwrites(value, about.scene), skip: 2 };
  if (text === "-delete")
    return { found: [finding("destructive", "-delete", "of find removes everything that it finds")], skip: 0 };
  if (/^-(?:exec|ok)(?:dir)?$/.test(text)) return execution(word, next, about);
  if (text.startsWith(HOLE)) return { found: asAction(word), skip: 0 };
  return { found: [finding("unknown", show(word), "is a word of find that is not known")], skip: 0 };
}

/** A value that may become more words than one: what is left of it may be an action. */
function splits(word: Word): Finding[] {
  return word.many ? asAction({ ...word, free: word.loose || !word.glob }) : [];
}

/** A word that may begin with a dash. */
function asAction(word: Word): Finding[] {
  const named = !word.free && word.glob && !word.text.includes(HOLE);
  if (named ? !actions.some((action) => matches(word.text, action)) : !mayBeOption(word)) return [];
  return (["write", "exec"] as const).map((effect) => finding(effect, show(word), "may become an action of find"));
}

/** The command of -exec, for a file that is found. */
function execution(word: Word, next: Word[], { scene, filtered, starts }: About): { found: Finding[]; skip: number } {
  const end = next.findIndex(({ text }, at) => text === ";" || (text === "+" && next[at - 1]?.text === "{}"));
  const command = end === -1 ? next : next.slice(0, end);
  const from = starts.find(({ text }) => !text.startsWith("-"))?.text ?? ".";
  const under = isKnown({ ...word, text: from }) ? `${from.replace(/\/$/, "")}/${HOLE}` : HOLE;
  const many = next[end]?.text === "+";
  const words = command.map((each) =>
    each.text.includes("{}") ? { ...part(each, each.text.replaceAll("{}", under)), loose: !filtered, many } : each,
  );
  const found = command.length === 0 ? [finding("unknown", show(word), "has no command")] : scene.command(words, scene);
  return { found, skip: end === -1 ? next.length : end + 1 };
}
