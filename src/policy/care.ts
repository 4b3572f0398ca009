import { basename } from "node:path";
import type { Parsed } from "./options.ts";
import { locate } from "./place.ts";
import { type Finding, finding, type Scene } from "./scene.ts";
import { isProgramSetting } from "./setting.ts";
import { replaces, writes } from "./touch.ts";
import { HOLE, isKnown, mayBeOption, show, type Word } from "./word.ts";

const foreign = new Set(["system", "elsewhere", "around", "device"]);

/** Rights and owners of everything below a folder that is not the user's own. */
export function mode(parsed: Parsed, scene: Scene, name: string): Finding[] {
  return [...opens(parsed, name), ...belongings(parsed, scene, name)];
}

/** Rights that let everybody write, or run something as its owner. */
function opens({ operands }: Parsed, name: string): Finding[] {
  const [mode] = operands;
  if (
    name !== "chmod" ||
    mode === undefined ||
    !/^[0-7]?[0-7]{2}[2367]$|^[1-7][0-7]{3}$|^[ugo]*[oa][ugo]*[+=][^,]*w|[+=][^,]*s/.test(mode.text)
  )
    return [];
  const why = `"${show(mode)}" lets others change or be what they could not before`;
  return [{ ...finding("write", show(mode), "is set"), loss: { path: null, why } }];
}

function belongings({ given, operands }: Parsed, scene: Scene, name: string): Finding[] {
  const recursive = given.find(({ name }) => /^(?:-R|--recursive)$/.test(name));
  if (recursive === undefined) return [];
  return operands
    .slice(1)
    .filter(({ text }) => foreign.has(locate(text, scene)))
    .map((word) =>
      finding("destructive", show(word), `is changed with all that is in it by ${recursive.name} of ${name}`),
    );
}

/** Nothing that is copied over a file, or things that are moved to nowhere or away from where the machine needs them. */
export function copy(parsed: Parsed, scene: Scene, name: string): Finding[] {
  return [...covers(parsed, scene), ...goes(parsed, scene, name)];
}

/** What already lies where something is copied or moved to. */
function covers({ given, strange, operands }: Parsed, scene: Scene): Finding[] {
  const options = [...given.map(({ name }) => name), ...strange.map(({ text }) => text)];
  if (options.some((name) => /^(?:-[a-zA-Z]*[nb]|--no-clobber|--backup)$/.test(name))) return [];
  const target = given.findLast(({ name }) => /^(?:-t|--target-directory)$/.test(name))?.value;
  const sources = target ? operands : operands.slice(0, -1);
  const to = target ?? operands.at(-1);
  if (to === undefined || sources.length === 0) return [];
  const named = sources.every((word) => isKnown(word) && !word.glob && !word.loose);
  return replaces(to, scene, named ? sources.map(({ text }) => basename(text)) : null);
}

function goes({ operands }: Parsed, scene: Scene, name: string): Finding[] {
  const [first, last] = [operands[0], operands.at(-1)];
  if (operands.length < 2 || first === undefined || last === undefined) return [];
  const [from, to] = [locate(first.text, scene), locate(last.text, scene)];
  if (to === "device") return [finding("destructive", show(last), "is a device, which is overwritten")];
  if (name !== "mv") return from === "nowhere" ? [finding("destructive", show(first), `empties ${show(last)}`)] : [];
  if (to === "nowhere") return [finding("destructive", show(last), "is where things are lost")];
  const needed = operands
    .slice(0, -1)
    .find(({ text }) => ["system", "around"].includes(locate(text, scene)) || /^~\/?\*?$/.test(text));
  return needed === undefined ? [] : [finding("destructive", show(needed), "is moved away, and the machine needs it")];
}

/** `git checkout`: with files, their changes are lost. */
export function restores({ given, operands }: Parsed): Finding[] {
  const creates = given.some(({ name }) => /^(?:-b|-B|--orphan|--detach|-t|--track)$/.test(name));
  const lost = (word: Word) => [finding("destructive", show(word), "loses changes that are not committed")];
  if (creates) return [];
  if (operands.length > 1) return lost(operands[1]!);
  const [only] = operands;
  if (only === undefined) return [];
  const file =
    only.text === "." || only.glob || /^\.{1,2}\/|\/$|^:|(?:^|\/)[^/]*[a-zA-Z_]\.[a-z]\w{0,5}$/.test(only.text);
  return file || only.text.includes(HOLE) || mayBeOption(only) ? lost(only) : [];
}

/** `git push` with `+branch` or `:branch` forces or deletes it. */
export function pushes({ operands }: Parsed): Finding[] {
  return operands
    .filter(({ text }) => /^[+:]./.test(text))
    .map((word) => finding("destructive", show(word), "overwrites or deletes a branch elsewhere"));
}

/** `git restore`: files of the folder lose their changes, unless only what is staged is meant. */
export function restore({ given, operands }: Parsed): Finding[] {
  const named = given.map(({ name }) => name);
  if (named.includes("-S") || named.includes("--staged")) return [];
  const [first] = operands;
  return first === undefined ? [] : [finding("destructive", show(first), "loses changes that are not committed")];
}

/** Addresses by which git runs programs. */
export function address({ operands }: Parsed): Finding[] {
  return operands
    .filter(({ text }) => /^(?:ext|fd)::/.test(text))
    .map((word) => finding("unknown", show(word), "is an address by which git runs a program"));
}

/** `sed -i` writes the files that it reads. */
export function inPlace({ given, operands }: Parsed, scene: Scene): Finding[] {
  const named = given.map(({ name }) => name);
  if (!named.some((name) => name === "-i" || name === "--in-place")) return [];
  const program = given.some(({ option }) => option.operands !== undefined);
  const copied = given.some(
    ({ name, value }) => /^(?:-i|--in-place)$/.test(name) && value !== null && value.text !== "",
  );
  return operands
    .slice(program ? 0 : 1)
    .flatMap((word) => [...writes(word, scene), ...(copied ? [] : replaces(word, scene))]);
}

/** `git config NAME VALUE`: some values are commands that git will run. */
export function configures({ operands }: Parsed, scene: Scene): Finding[] {
  const [key, value] = operands;
  if (key?.text === "edit")
    return [finding("exec", show(key), "starts an editor"), finding("write", show(key), "changes settings")];
  if (key === undefined || value === undefined) return [];
  const later = { ...scene, stdin: null };
  if (value.text.startsWith("!")) return scene.line(value.text.slice(1), later);
  return isProgramSetting(key.text) ? scene.line(value.text, later) : [];
}
