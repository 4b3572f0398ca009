/** A text as one word of a shell line. */
export function quote(text: string): string {
  return /^[\w/.,:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A path as an operand: `~` is the home folder, and what find would take for an option or an operator is led by "./". */
export function quotePath(path: string): string {
  if (path === "~") return "~";
  if (path.startsWith("~/")) return `~/${path.length > 2 ? quote(path.slice(2)) : ""}`;
  return quote(/^[-(),!]/.test(path) ? `./${path}` : path);
}
