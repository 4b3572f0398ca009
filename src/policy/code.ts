import { type Finding, finding, type Scene } from "./scene.ts";
import { HOLE, show, type Word } from "./word.ts";

const removing =
  /\b(?:rmtree|rmdir\w*|unlink\w*|rmSync|rm_rf|rm_r|rm_f|remove_entry\w*|removedirs|deltree|rimraf|truncate\w*|FileUtils|send2trash|emptyDir\w*|removeSync|mkfs|remove_tree|File\.delete|Dir\.delete|del_tree|drop_database|fs\.rm)\b|\bos\.(?:remove|replace|rename)\w*|\bfs(?:\.promises)?\.(?:rm|unlink)\w*|\.unlink\(|\bshutil\.(?:rmtree|move)/;
const starting =
  /\b(?:system|popen\w*|subprocess|exec\w*|spawn\w*|fork|child_process|eval|compile|__import__|importlib|getattr|globals|__builtins__|ctypes|pickle|marshal|passthru|shell_exec|proc_open|qx|Kernel|Open3|IO\.popen|instance_eval|Function|process\.binding|vm|dlopen|syscall|pty)\b|`|%x/;
const hiding =
  /base64|\\x[0-9a-f]{2}|\\u00|fromCharCode|\bchr\(|\bord\(|\bpack\b|\bunpack\b|decode\(|rot13|\.join\(|\[::-1\]|reverse|atob|codecs|bytes\.fromhex|\$\{?[A-Za-z_]\w*\}?\(|#\{/;
const reaching =
  /\b(?:requests|urllib\w*|https?|socket|fetch|net|LWP|ftplib|smtplib|httpx|aiohttp|curl\w*|websocket\w*)\b/;
const signalling = /\b(?:kill\w*|reboot|shutdown|setuid|chmod|chown|mount)\b/;

/** Code of an interpreter: it runs, and words in it say whether it may destroy, start programs or hide what it does. */
export function judgeCode(word: Word, scene: Scene, name: string): Finding[] {
  const { text } = word;
  const say = (effect: "destructive" | "unknown" | "network", match: RegExpExecArray, why: string) =>
    finding(effect, match[0], `in the code for ${name} ${why}`);
  const found = [finding("exec", show(word), `is code that ${name} runs`)];
  const removes = removing.exec(text);
  if (removes !== null) found.push(say("destructive", removes, "removes or replaces files"));
  const starts = starting.exec(text);
  if (starts !== null) found.push(say("unknown", starts, "runs what is not known"), ...quoted(text, scene));
  const signals = signalling.exec(text);
  if (signals !== null) found.push(say("unknown", signals, "acts on the machine"));
  const hides = starts === null && removes === null ? hiding.exec(text) : null;
  if (hides !== null && /\b(?:exec|eval|open|import|require|getattr|write)\b/.test(text))
    found.push(say("unknown", hides, "may hide what it does"));
  const reaches = reaching.exec(text);
  if (reaches !== null) found.push(say("network", reaches, "may use the network"));
  if (text.includes(HOLE)) found.push(finding("unknown", show(word), "is code that is not known as a whole"));
  return found;
}

/** Commands in the strings of code. */
function quoted(text: string, scene: Scene): Finding[] {
  const strings = [...text.matchAll(/(["'`])((?:\\.|(?!\1).)*)\1/gs)].map((match) => match[2]!);
  return strings
    .filter((each) => /\s/.test(each))
    .flatMap((each) => scene.line(each.replace(/\\(.)/g, "$1"), { ...scene, stdin: null }))
    .filter(({ effect }) => effect === "destructive");
}
