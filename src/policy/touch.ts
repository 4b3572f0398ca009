import { normalize, resolve } from "node:path";
import type { Reach } from "../core/command.ts";
import { locate, type Place } from "./place.ts";
import { type Finding, finding, type Scene } from "./scene.ts";
import { HOLE, isKnown, NAME, show, type Word } from "./word.ts";

/** What reading a path means. */
export function reads(word: Word, scene: Scene): Finding[] {
  const place = locate(word.text, scene);
  if (word.text === "-" || word.text === "" || place === "nowhere") return [];
  const read = finding("read", show(word), "is read");
  if (strays(word)) return [read, outside(word, "read", "unknown")];
  if (place === "inside" || place === "protected") return [read];
  return [read, outside(word, "read", place)];
}

/** What reading a file means whose content names files that are read as well. */
export function listed(word: Word, scene: Scene): Finding[] {
  const fromStdin = /^(?:-|\/dev\/stdin)$/.test(word.text);
  if (fromStdin && scene.stdin?.names != null) return [];
  return [...reads(word, scene), outside({ ...word, source: `what ${show(word)} names` }, "read", "unknown")];
}

/** Whether a word that splits may have a second part that leads anywhere. */
function strays({ text, free }: Word): boolean {
  return free === true && !text.startsWith(HOLE) && text.includes(HOLE) && !text.includes(NAME);
}

/** What writing to a path means. `-` is a file for the shell, and for tee and its like. */
export function writes(word: Word, scene: Scene): Finding[] {
  const place = locate(word.text, scene);
  if (word.text === "" || place === "nowhere") return network(word);
  if (place === "device") return [finding("destructive", show(word), "is a device, which is overwritten")];
  scene.written.add(normalize(word.text));
  const write = finding("write", show(word), "is written");
  return place === "inside" ? [write] : [write, outside(word, "write", place)];
}

/** Running a file that the same line has written: what it holds is not known. */
export function runs(word: Word, scene: Scene): Finding[] {
  if (!scene.written.has(normalize(word.text))) return [];
  return [finding("unknown", show(word), "is run after the same line has written it")];
}

/** What emptying a path and writing it anew means: a file of the system or of another folder is lost. */
export function overwrites(word: Word, scene: Scene): Finding[] {
  const place = locate(word.text, scene);
  const lost = place === "elsewhere" || place === "around" || needed.test(word.text);
  const found = [...writes(word, scene), ...replaces(word, scene)];
  return lost ? [...found, finding("destructive", show(word), "outside of the folder is overwritten")] : found;
}

/** That what a file of the folder holds is replaced, if it is there; `names` are what it becomes where it is a folder. */
export function replaces(word: Word, scene: Scene, names?: string[] | null): Finding[] {
  const place = locate(word.text, scene);
  if (place !== "inside" && place !== "unknown") return [];
  const found = word.loose || word.glob || !isKnown(word) || scene.base === null;
  const loss = found
    ? { path: null, why: `"${show(word)}" may be any files, and what they hold is replaced` }
    : {
        path: resolve(scene.base!, word.text),
        ...(names === undefined ? {} : { names }),
        why: "what it holds is lost",
      };
  return [{ ...finding("write", show(word), "is written"), loss }];
}

/** Where the machine keeps what it needs to start and to work. */
const needed = /^\/(?:(?:etc|boot|usr|bin|sbin|lib\w*|System|Library)(?:\/|$)|proc\/sysrq-trigger)/;

function outside(word: Word, does: Reach["does"], place: Exclude<Place, "inside" | "nowhere">): Finding {
  const known = place === "around" ? "elsewhere" : place === "device" ? "system" : place;
  const why = {
    unknown: "may lie outside of the folder",
    protected: "is not part of the folder's files",
    system: "belongs to the system",
    temporary: "lies in a temporary folder, outside",
    elsewhere: "lies outside of the folder",
  }[known];
  return {
    ...finding("outside", show(word), `${why}: it is ${does === "read" ? "read" : "written"}`),
    reach: { path: show(word), does, place: known },
  };
}

/** The shell's own paths for connections. */
function network(word: Word): Finding[] {
  return /^\/dev\/(?:tcp|udp)\//.test(word.text) ? [finding("network", show(word), "opens a connection")] : [];
}
