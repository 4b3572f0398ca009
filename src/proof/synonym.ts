import { stemOf } from "./sentence.ts";

/** Words that say the same in any document, the first for all of them. A word that may mean another thing in one ("make", "get", "right") is in none. */
const groups =
  "start begin began begun commence|delete remove erase|select choose chose chosen pick|show shown display|require need|use utilize utilise|" +
  "allow permit let|forbid prohibit disallow|create generate|folder directory|contain include|provide offer|change modify alter|" +
  "fast quick|faster quicker|fastest quickest|large big|larger bigger|largest biggest|buy purchase|happen occur|initially originally|" +
  "stay remain|mandatory obligatory compulsory|fix repair|concurrently simultaneously";

const shared = new Map(
  groups.split("|").flatMap((group) => {
    const [first = "", ...others] = group.split(" ").map(stemOf);
    return others.map((stem) => [stem, first] as const);
  }),
);

/** The stem that stands for all words that say the same as those of a stem. */
export function sharedStem(stem: string): string {
  return shared.get(stem) ?? stem;
}
