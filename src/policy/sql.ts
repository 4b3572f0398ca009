import { type Finding, finding, type Scene } from "./scene.ts";
import { reads, writes } from "./touch.ts";
import { HOLE, part, show, type Word } from "./word.ts";

const dropping =
  /\b(?:drop|truncate|shutdown|vacuum\s+into)\b|\bdelete\s+from\b(?![^;]*\bwhere\b)|\balter\b[^;]*\bdrop\b|\bupdate\b(?![^;]*\bwhere\b)[^;]*\bset\b|\.?(?:dropDatabase|deleteMany|remove)\s*\(/i;
const changing =
  /\b(?:insert|update|delete|create|alter|replace|grant|revoke|merge|attach|detach|import|export|vacuum|reindex|pragma\s+\w+\s*=|begin|commit|set|call|do|lock|comment|cluster|refresh|into|load|install)\b/i;
const outward =
  /\b(?:writefile|edit|load_extension|fts3_tokenizer|copy|program|outfile|dumpfile|load_file|pg_\w*file\w*|lo_\w+|xp_\w+|sys_exec|dblink\w*|install|load|attach|export|httpfs|readfile)\b|\b(?:https?|s3|gcs|gs|r2|hf|azure|az|abfss):/i;

/** Statements for a database, and commands of its shell. */
export function judgeSql(word: Word, scene: Scene, name: string): Finding[] {
  const text = word.text.replace(/--.*$/gm, " ").replace(/\/\*.*?\*\//gs, " ");
  const bare = text.replace(/'(?:''|[^'])*'/g, "''");
  const say = (effect: "destructive" | "unknown" | "write", match: RegExpExecArray, why: string) => [
    finding(effect, match[0].trim(), `in the statement for ${name} ${why}`),
  ];
  if (/^\s*[.\\]/.test(text)) return shellCommand(text, word, scene, name);
  const inShell = shellWords.exec(bare);
  if (inShell !== null) return say("unknown", inShell, "is a command of its shell");
  const drops = dropping.exec(bare);
  if (drops !== null) return say("destructive", drops, "destroys data");
  if (text.includes(HOLE)) return [finding("unknown", show(word), "is a statement that is not known as a whole")];
  const leads = outward.exec(bare);
  if (leads !== null) return [...say("unknown", leads, "may reach files or run code"), ...quotedPaths(word, scene)];
  const changes = changing.exec(bare.replace(/^\s*(?:explain|show|describe|desc)\b/i, ""));
  if (changes !== null) return say("write", changes, "changes data");
  return [finding("read", show(word), "only asks"), ...quotedPaths(word, scene)];
}

/** Commands of a database's own shell among statements. */
const shellWords = /^[ \t]*\.\w+|(?:^|;)\s*(?:system|source|tee|pager|edit)\b|\\[^\s'"]/im;

/** `select * from '/etc/passwd'` reads that file. */
function quotedPaths(word: Word, scene: Scene): Finding[] {
  return [...word.text.matchAll(/'([^']*)'/g)]
    .filter(([, path]) => /^[/~]|^\.\.\//.test(path!))
    .flatMap(([, path]) => reads(part(word, path!), scene));
}

const asking =
  /^\s*(?:\.(?:tables|schema|fullschema|indexes|indices|mode|headers?|width|databases|dbinfo|dump|show|stats|timer|separator|nullvalue|help|quit|exit|explain|echo|print|limit|sha3sum|columns?)|\\(?:d\w*\+?|l\+?|z|timing|pset|x|a|t|conninfo|encoding|q|h|sf|sv|\?))\b/i;

/** A command of a database's own shell. */
function shellCommand(text: string, word: Word, scene: Scene, name: string): Finding[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.flatMap((line) => {
    if (/^[ \t]*\.\w+\s.*\|/.test(line))
      return [finding("unknown", show(word), `hands what ${name} prints or reads to a program`)];
    if (asking.test(line)) return [finding("read", show(word), "only asks")];
    const [, kind = "", target = ""] = /^\s*[.\\](\w+|!)\s*(?:--?\w+\s+)*["']?([^\s"']*)/.exec(line) ?? [];
    if (/^(?:output|once|save|backup|clone|excel|log|trace|o)$/.test(kind)) return writes(part(word, target), scene);
    if (/^(?:read|i|ir)$/.test(kind))
      return [...reads(part(word, target), scene), finding("exec", show(word), `is a script for ${name}`)];
    if (kind === "import") return [...reads(part(word, target), scene), finding("write", show(word), "changes data")];
    return [finding("unknown", show(word), `is a command of ${name} that is not known`)];
  });
}

const askingRedis =
  /^(?:get|mget|keys|scan|exists|type|ttl|pttl|strlen|llen|lrange|lindex|hget|hgetall|hmget|hkeys|hvals|hlen|hscan|smembers|scard|sismember|sscan|zrange|zcard|zscore|zscan|info|ping|dbsize|memory|time|lastsave|object|client|echo|xlen|xrange|command|slowlog|randomkey|getrange|monitor|role)$/i;
const losingRedis =
  /^(?:flushall|flushdb|del|unlink|shutdown|rename|migrate|swapdb|restore|hdel|srem|zrem|ltrim|script|function|debug|replicaof|slaveof|failover|xtrim|xdel)$/i;

/** A command for Redis. */
export function judgeRedis(word: Word): Finding[] {
  if (losingRedis.test(word.text)) return [finding("destructive", show(word), "destroys data")];
  if (word.text.includes(HOLE) || /^(?:eval\w*|config|module|fcall\w*)$/i.test(word.text))
    return [finding("unknown", show(word), "can't be judged")];
  return [finding(askingRedis.test(word.text) ? "read" : "write", show(word), "is a command for the database")];
}
