import { judgeAwk } from "./awk.ts";
import { judgeCode } from "./code.ts";
import { judgeQuery } from "./query.ts";
import { type Finding, finding, type Scene } from "./scene.ts";
import { judgeSed } from "./sed.ts";
import { setting } from "./setting.ts";
import { judgeRedis, judgeSql } from "./sql.ts";
import { isEffect } from "./table.ts";
import { listed, overwrites, reads, replaces, runs, writes } from "./touch.ts";
import { assignment, expanded, number, shelloption, variable } from "./variable.ts";
import { filled, HOLE, isKnown, part, show, type Word } from "./word.ts";

type Judged = (word: Word, scene: Scene, name: string) => Finding[];

/** What a word means by its role: an option's value or an operand. */
const roles: Record<string, Judged> = {
  text: () => [],
  optional: () => [],
  input: reads,
  output: writes,
  overwrite: overwrites,
  change: (word, scene) => [...reads(word, scene), ...writes(word, scene)],
  /** A path if there is one of that kind, a name of something else otherwise: only paths that lead outside matter. */
  name: (word, scene) =>
    word.free || word.text.startsWith(HOLE) || /^[/~]|\.\./.test(word.text) ? reads(word, scene) : [],
  list: listed,
  /** A path; behind @ it is a file that names others. */
  response: (word, scene) =>
    word.text.startsWith("@") ? listed(part(word, word.text.slice(1)), scene) : reads(word, scene),
  query: judgeQuery,
  /** A format for git: %G asks the program that checks signatures. */
  pretty: (word) =>
    /%G/.test(word.text) ? [finding("exec", show(word), "runs the program that checks signatures")] : [],
  shell,
  program: (word, scene) => scene.line(word.text, { ...scene, stdin: { text: null, few: false, names: null } }),
  script,
  code: judgeCode,
  awk: judgeAwk,
  sed: judgeSed,
  sql: judgeSql,
  redis: judgeRedis,
  mongo: judgeSql,
  host: (word) => [finding("network", show(word), "is reached over the network")],
  remote: (word, scene) =>
    /^[\w.@-]+:(?!\\)|^\w+:\/\//.test(word.text)
      ? [finding("network", show(word), "is reached over the network")]
      : reads(word, scene),
  target,
  method,
  assignment,
  variable,
  number,
  shelloption,
  expanded,
  setting,
  sshoption,
  process: (word) => [finding("outside", show(word), "names a process of this machine")],
};

/** The effects that a word has in a role. */
export function role(takes: string, word: Word, scene: Scene, name: string): Finding[] {
  if (isEffect(takes)) return [finding(takes, show(word), `of ${name} ${effectOf[takes]}`)];
  const judge = roles[takes];
  if (judge === undefined) throw new Error(`data/commands: no role is named ${takes}`);
  return judge(word, scene, name);
}

/** Every role that the data may name, effects left out. */
export const roleNames = Object.keys(roles);

const effectOf = {
  read: "is read",
  write: "makes it change something",
  outside: "makes it reach beyond the folder",
  network: "makes it use the network",
  exec: "makes it run programs",
  unknown: "can't be judged",
  destructive: "destroys what can't be had back",
};

/** A path or an address that is written; `-` is what the command prints. */
function target(word: Word, scene: Scene): Finding[] {
  if (word.text === "-") return [];
  return /^[\w.@-]+:(?!\\)|^\w+:\/\//.test(word.text)
    ? [finding("network", show(word), "is written over the network")]
    : [...writes(word, scene), ...replaces(word, scene)];
}

/** A shell line; what is lost by it is said even where a part of it is not known. */
function shell(word: Word, scene: Scene): Finding[] {
  const outer = { ...scene, stdin: null };
  if (isKnown(word)) return scene.line(word.text, outer);
  const lost = scene.line(filled(word.text, "x"), outer).filter(({ effect }) => effect === "destructive");
  return [finding("unknown", show(word), "is a line that is not known as a whole"), ...lost];
}

/** A file whose commands are run. */
function script(word: Word, scene: Scene): Finding[] {
  if (/^\/dev\/(?:stdin|fd\/)/.test(word.text))
    return [finding("unknown", show(word), "holds commands that are not known")];
  return [...reads(word, scene), ...runs(word, scene), finding("exec", show(word), "is a script that is run")];
}

/** `-o` of ssh: some options name programs. */
function sshoption(word: Word): Finding[] {
  const harmless =
    /^(?:BatchMode|ConnectTimeout|ConnectionAttempts|StrictHostKeyChecking|UserKnownHostsFile|LogLevel|Port|User|ServerAlive\w+|IdentitiesOnly|IdentityFile|PasswordAuthentication|PreferredAuthentications|Compression|TCPKeepAlive|ControlMaster|ControlPersist|ControlPath|ForwardAgent|RequestTTY|HostName|ProxyJump)\b/i;
  return harmless.test(word.text)
    ? []
    : [finding("unknown", show(word), "is an option of ssh that may name a program")];
}

/** A method of HTTP. */
function method(word: Word): Finding[] {
  if (/^delete$/i.test(word.text)) return [finding("destructive", show(word), "deletes what the address names")];
  return isKnown(word) ? [] : [finding("unknown", show(word), "is a method that is not known")];
}
