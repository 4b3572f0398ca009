import { readFileSync } from "node:fs";
import { ErgoError } from "../core/error.ts";
import type { Level } from "../core/route.ts";
import { parseWords } from "../core/words.ts";
import type { Task } from "./state.ts";

/**
 * How far the engine `contract` goes; data/contract/schema.json says what each number means. `threshold` and `relevance` are
 * shares from 0 to 1.
 */
export type Preset = {
  for: string;
  threshold: number;
  samples: number;
  depth: number;
  branches: number;
  rounds: number;
  revisions: number;
  peers: "none" | "root" | "all";
  relevance: number;
};

let loaded: { usual: Record<Level, string>; presets: Record<string, Preset> } | undefined;

/** The name of a preset that there is. Throws USAGE with the names that there are. */
export function findPreset(name: string): string {
  const { presets } = known();
  if (name in presets) return name;
  throw new ErgoError("USAGE", { detail: `--preset ${name}: one of ${Object.keys(presets).join(", ")}` });
}

/** The preset that the user chose, or the usual one for a question of that level. */
export function presetFor({ preset, route }: Pick<Task, "preset" | "route">): Preset {
  const { usual, presets } = known();
  return presets[preset ?? usual[route.level]]!;
}

function known() {
  loaded ??= parseWords(readFileSync(new URL("../../data/contract/presets.json", import.meta.url), "utf8"));
  return loaded!;
}
