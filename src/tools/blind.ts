import type { Blind } from "../core/observation.ts";

export function blind(code: Blind["code"], message: string): Blind {
  return { ok: false, code, message };
}

/** What an error of the file system means for `path`; anything else is rethrown. */
export function unseen(error: unknown, path: string): Blind {
  const code = errno(error);
  switch (code) {
    case undefined:
      throw error;
    case "ENOENT":
    case "ENOTDIR":
      return blind("missing", `There is no ${path} in the folder; \`files("**")\` lists what there is.`);
    case "ELOOP":
      return blind("link", `${path} is a symbolic link, and links are not followed; name the file that it leads to.`);
    case "EACCES":
    case "EPERM":
      return blind("unreadable", `${path} may not be read by this user; change its permissions or ignore it.`);
    case "ENAMETOOLONG":
      return blind(
        "unreadable",
        `${path.slice(0, 80)}… is longer than the system allows; ask about a folder inside it.`,
      );
    case "ENXIO":
    case "EISDIR":
      return blind("not_a_file", `${path} is not a regular file; name a file.`);
    default:
      return blind("unreadable", `${path} can't be read (${code}); check the disk, or ignore the file.`);
  }
}

/** The system's name of an error, such as ENOENT; undefined for errors that the system didn't give. */
export function errno(error: unknown): string | undefined {
  return error instanceof Error && "errno" in error && "code" in error ? String(error.code) : undefined;
}
