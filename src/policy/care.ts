import type { Parsed } from "./options.ts";
import { locate } from "./place.ts";
import { type Finding, finding, type Scene } from "./scene.ts";
import { reads, writes } from "./touch.ts";
import { HOLE, mayBeOption, show, type Word } from "./word.ts";

/** Rights and owners of everything below a folder that is not the user's own. */
export function mode({ given, operands }: Parsed, scene: Scene, name: string): Finding[] {
  const recursive = given.find(({ name }) => /^(?:-R|--recursive)$/.test(name));
  if (recursive === undefined) return [];
  return operands
    .slice(1)
    .filter((word) => word.loose || !["inside", "temporary"].includes(locate(word.text, scene)))
    .map((word) =>
      finding("destructive", show(word), `is changed with all that is in it by ${recursive.name} of ${name}`),
    );
}

/** Nothing that is copied, or a thing that is moved to nowhere. */
export function copy({ operands }: Parsed, scene: Scene, name: string): Finding[] {
  const [first, last] = [operands[0], operands.at(-1)];
  if (operands.length < 2 || first === undefined || last === undefined) return [];
  if (name === "mv" && locate(last.text, scene) === "nowhere")
    return [finding("destructive", show(last), "is where things are lost")];
  if (name !== "mv" && locate(first.text, scene) === "nowhere")
    return [finding("destructive", show(first), `empties ${show(last)}`)];
  const away = ["system", "elsewhere", "around", "device"];
  if (name === "mv" && operands.slice(0, -1).some(({ text }) => away.includes(locate(text, scene))))
    return [finding("destructive", show(first), "is moved away, and does not belong to the folder")];
  if (away.slice(0, 1).includes(locate(last.text, scene)))
    return [finding("destructive", show(last), "belongs to the system and is overwritten")];
  return [];
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

/** `test`: what it looks at. */
export function check({ operands }: Parsed, scene: Scene): Finding[] {
  return operands.filter(({ text }) => /^[/~]/.test(text)).flatMap((word) => reads(word, scene));
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
  return operands.slice(program ? 0 : 1).flatMap((word) => writes(word, scene));
}
