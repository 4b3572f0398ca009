import type { Opening } from "../core/observation.ts";

/**
 * Names with their lines, each as often as it counts, what may be one more or none, and what may be missing among them. `found`: where a name is listed, or what makes it as good as
 * listed. `doubt`: why it is open whether a name that is not found counts; null where it surely doesn't.
 */
export type Names = {
  all: { name: string; line: number }[];
  unsure: { name: string; line: number }[];
  open: Opening[];
  found(name: string): { line: number } | undefined;
  doubt(name: string): string | null;
};

/** A name that is exported or imported at several places is one, unlike one that is declared at several. */
export function once<T extends { name: string }>(names: T[]): T[] {
  return [...new Map(names.toReversed().map((one) => [one.name, one])).values()].reverse();
}

export function namesOf({
  all,
  unsure = [],
  open,
  language,
  doubt = () => null,
}: Pick<Names, "all" | "open"> & Partial<Pick<Names, "unsure" | "doubt">> & { language: string }): Names {
  const spelt = (name: string) => (language === "python" ? name.normalize("NFKC") : name);
  return {
    all,
    unsure,
    open,
    found: (name) => all.find((one) => one.name === spelt(name)),
    doubt: (name) => doubt(spelt(name)),
  };
}
