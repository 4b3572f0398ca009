/** Endings that are left out, or stand for one another, where a file is linked or imported. */
const code = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "py", "rs", "go", "java"];
const pages = ["md", "mdx", "markdown", "rst", "html", "htm"];

/** The other paths by which texts lead to a file: without its ending, with that of what it is built into, by its folder. */
export function spellingsOf(path: string): string[] {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined) return [];
  const stem = path.slice(0, -ending.length - 1);
  const alike = code.includes(ending) ? code.slice(0, 8) : pages.includes(ending) ? pages : null;
  if (!alike) return [];
  const folder = /^(.+)\/(?:index|__init__|mod|README|readme)$/.exec(stem)?.[1];
  const built = alike.filter((each) => each !== ending && (alike !== pages || each.startsWith("htm")));
  return [stem, ...built.map((each) => `${stem}.${each}`), ...(folder ? [folder] : [])];
}

/** The names by which other code imports a file as a module. */
export function modulesOf(path: string): string[] {
  const stem = /^(.+?)(?:\/__init__)?\.(?:py|java)$/.exec(path)?.[1];
  if (stem === undefined) return [];
  const below = stem.replace(/^(?:src\/main\/java|src|lib)\//, "");
  return [...new Set([stem, below])].map((each) => each.replaceAll("/", "."));
}
