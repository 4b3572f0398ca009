/**
 * What a reference says of a file, or why it doesn't take it. A declaration is a kind, a name and a line; an import a line and the file that
 * it leads to, from the folder ("" where none of the folder is); a call a line, the name and the files that its function may be from:
 * null where a value decides, "?" where the reference doesn't know. `unseen`: lines that conditions left out. `some`: not all calls are
 * known, since something that the file needs is not there.
 */
export type Site = (string | number | null | string[])[];
export type Reference =
  | { path: string; declared: Site[]; imports: Site[]; calls: Site[]; unseen?: [number, number][]; some?: boolean }
  | { path: string; fault: string };
