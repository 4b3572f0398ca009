import type { CommandEffect, Loss, Reach } from "../core/command.ts";
import type { Parse, Tree } from "./tree.ts";
import type { Word } from "./word.ts";

/** An effect that a word of a command has. `why` goes on where "WORD ..." begins. */
export type Finding = { effect: CommandEffect; word: string; why: string; reach?: Reach; loss?: Loss };

/** What a command reads from its standard input: the text where it is known; `few` when it holds names that a filter
 * chose, `names` is what stands for one of the names when it holds nothing but names of what is in the folder, `file` when it is a
 * file's content. */
export type Stdin = { text: string | null; few: boolean; names: string | null; file?: true };

/** Where a command stands while a line is judged. */
export type Scene = {
  parse: Parse;
  root: string;
  /** The folder that relative paths start from; null when it is not known. */
  base: string | null;
  /** Variables with a known value. */
  values: Map<string, string>;
  /** Variables whose only assignment stands where it is certain to be made. */
  fixed: Set<string>;
  /** Functions of the line; their bodies are judged where they stand. */
  functions: Set<string>;
  stdin: Stdin | null;
  /** Paths that the line writes, in the order of its words: what is run from there is not known. */
  written: Set<string>;
  /** Lines within lines: `bash -c "bash -c ..."`. */
  depth: number;
  /** How many more commands are judged, and of how many more it is asked whether they print names; shared by everything
   * that belongs to one line. */
  budget: { left: number; names: number };
  /** Judges a shell line that a command runs; `own` when it runs in the shell that is judged. */
  line(text: string, scene: Scene, own?: boolean): Finding[];
  /** Judges the words of a command. */
  command(words: Word[], scene: Scene): Finding[];
  /** What stands for one of the names when a statement prints nothing but names of what is in the folder, null otherwise;
   * `names` is the same for what it reads. */
  lists(node: Tree, names: string | null, scene: Scene): string | null;
};

/** A shell of its own: what it changes stays inside. */
export function inner(scene: Scene): Scene {
  return { ...scene, values: new Map(scene.values), functions: new Set(scene.functions) };
}

export function finding(effect: CommandEffect, word: string, why: string): Finding {
  return { effect, word, why };
}
