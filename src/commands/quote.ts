/** A text as one word of a shell line. */
export function quote(text: string): string {
  return /^[\w/.,:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A path as an operand: `~` is the home folder, and a leading "-" can't be taken for an option. */
export function quotePath(path: string): string {
  if (path === "~") return "~";
  if (path.startsWith("~/")) return `~/${path.length > 2 ? quote(path.slice(2)) : ""}`;
  return quote(path.startsWith("-") ? `./${path}` : path);
}
