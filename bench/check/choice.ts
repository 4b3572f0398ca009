import type { Selector } from "./oracle.ts";
import * as oracle from "./oracle.ts";
import type { Random } from "./random.ts";
import type { Survey } from "./survey.ts";

export function select(random: Random): Selector {
  const ending = random.pick([".md", ".txt", ".ts", ".py", ".json", ".log"]);
  const folder = random.pick(["src", "docs", "deep/er/est", "deep", "build", "torn", "odd", "none"]);
  const { everything, top, ending: anywhere, below, inside } = oracle.selectors;
  return random.pick([
    everything("**"),
    everything("**/*"),
    top(""),
    top(ending),
    anywhere(ending),
    below(folder),
    inside(folder, ""),
    inside(folder, ending),
  ]);
}

/** A selector that takes a file that is there. */
export function around(survey: Survey, random: Random): Selector {
  const ending = /\.[a-z]+$/.exec(someFile(survey, random))?.[0] ?? "";
  return random.pick([
    oracle.selectors.everything("**"),
    oracle.selectors.ending(ending),
    oracle.selectors.top(ending),
  ]);
}

/** Mostly files that can be read, sometimes anything else that a claim could name. */
export function someFile(survey: Survey, random: Random): string {
  return random.chance(0.9) && survey.files.length > 0 ? random.pick(survey.files) : somewhere(survey, random);
}

export function somewhere(survey: Survey, random: Random): string {
  const paths = [...survey.things.keys()];
  const path = random.pick(paths);
  return random.pick([
    path,
    path,
    path,
    `${path}x`,
    `door/${path.split("/").at(-1)}`,
    "none/none",
    path.normalize("NFD"),
  ]);
}
