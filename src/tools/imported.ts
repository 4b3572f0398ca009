/** The modules that a node imports, and those around them. A module that ends in `*` stands for any below it. */
export type Imported = { modules: string[]; nearby: string[] };

/** The longer and longer beginnings of a path of names, itself left out. */
export function above(name: string, separator: string): string[] {
  const parts = name.split(separator);
  return parts.map((_, index) => parts.slice(0, index).join(separator)).filter((path) => path !== "");
}
