import type { LinkFacts } from "./observation.ts";

type Link = LinkFacts["links"][number];

/** What imports are told apart by: where they lead, and how they are made. */
export const linkSorts = ["builtin", "package", "own", "types", "runtime", "late", "again"] as const;
export type LinkSort = (typeof linkSorts)[number];

const fits: Readonly<Record<LinkSort, (link: Link) => boolean>> = {
  builtin: ({ builtin }) => builtin,
  package: (link) => link.package !== null && !link.builtin && !isOwn(link),
  own: isOwn,
  types: ({ types }) => types,
  runtime: ({ types }) => !types,
  late: ({ late }) => late,
  again: ({ again }) => again,
};

/**
 * Whether an import is of a sort: what comes with the language, a package of others, files of the folder; for types alone, or not; within a
 * function; to export what it takes.
 */
export function isOfSort(link: Link, sort: LinkSort): boolean {
  return fits[sort](link);
}

/** What lies in the folder, or is written as what lies beside the file is. */
function isOwn({ module, certain, possible }: Link): boolean {
  return certain.length + possible.length > 0 || /^(?:\.|(?:crate|self|super)(?:::|$))/.test(module);
}

/** Whether a language tells a sort of its imports by how they are written. */
export function tellsSort(language: string, sort: LinkSort): boolean {
  const isScript = /^(?:typescript|tsx|javascript)$/.test(language);
  if (sort === "again") return isScript;
  if (sort === "types" || sort === "runtime") return isScript || language === "python";
  return true;
}
