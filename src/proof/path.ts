/** Why a path can't stand in a claim; `null` when it can. */
export function pathFault(path: string, endsInSlash: "folder" | "never"): string | null {
  if (path === "") return "the path is empty";
  if (path.startsWith("/")) return "paths are relative to the folder";
  if (path.includes("\0")) return "a path holds no NUL";
  if (path.split("/").includes("..")) return 'paths are relative to the folder, without ".."';
  if (endsInSlash === "never" && namesFolder(path)) return 'the path of a file does not end in "/" or "/."';
  return normalPath(path) === "" ? "the path names the folder itself" : null;
}

/** Whether only a folder can be called so: "docs/", "docs/.". */
export function namesFolder(path: string): boolean {
  return /\/\.?$/.test(path);
}

/** The path without "." and empty parts, so that each file has one path: "./a//b/" is "a/b". */
export function normalPath(path: string): string {
  if (!path.includes("//") && !path.startsWith(".") && !path.includes("/.") && !path.endsWith("/")) return path;
  return path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}
