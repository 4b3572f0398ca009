import { type Asked, all, howOf, type Parts } from "./asked.ts";
import { filesIn } from "./files.ts";
import { has, isName, isOnly, saidBefore } from "./part.ts";

const places = ["within", "name", "direct", "top", "deep", "root"];

/**
 * What is asked of folders: how many or which there are, which has most files, and which hold files of a sort or none. Undefined where no word asks
 * for folders; null where one does and another is no part of such a question. Pure.
 */
export function foldersIn(parts: Parts): Asked | null | undefined {
  const fullest = fullestIn(parts);
  if (fullest) return fullest;
  if (!has(parts, "dirs")) return undefined;
  return holdersIn(parts) ?? listed(parts);
}

/** "How many folders are at the top level?", "list the subfolders of src" */
function listed(parts: Parts): Asked | null {
  const files = isOnly(parts, "idle", "dirs", "count", "list", "polar", "each", "contain", ...places)
    ? filesIn(parts)
    : null;
  const isOpen = files === null || files.own !== null || files.kinds.length > 0;
  return isOpen ? null : { asks: "folders", how: howOf(parts), files };
}

/** "Which folder has the most files?" */
function fullestIn(parts: Parts): Asked | undefined {
  const extremes = all(parts, "most", "least");
  const at = parts.findIndex(({ sort }) => sort === "folder" || sort === "dirs");
  const isAsked = at >= 0 && saidBefore(parts, at)?.sort === "list";
  const isOfFiles = has(parts, "file", "kind") && extremes.length === 1 && extremes[0]!.is === "";
  const rest = parts.filter((_, place) => place !== at);
  const isRead = isOnly(rest, "idle", "list", "most", "least", "file", "kind", "contain", "root", "within");
  const files = isAsked && isOfFiles && isRead ? filesIn(rest) : null;
  return files ? { asks: "fullest", most: extremes[0]!.sort === "most", files } : undefined;
}

/** "Are there any empty folders?", "which folders contain Python files" */
function holdersIn(parts: Parts): Asked | undefined {
  const isEmpty = all(parts, "state").some(({ is }) => is === "empty");
  const dirs = parts.findIndex(({ sort }) => sort === "dirs");
  const held = parts.findIndex(({ sort }) => sort === "contain");
  const isHeld = held > dirs && parts.slice(held).some((part) => ["file", "kind"].includes(part.sort));
  const rest = parts.filter((part) => part.sort !== "dirs" && part.sort !== "state" && part.sort !== "contain");
  const isRead = isEmpty !== isHeld && isOnly(rest, "idle", "count", "list", "polar", "kind", "file", "root", "each");
  const files = isRead && !rest.some(isName) ? filesIn(rest) : null;
  return files ? { asks: "holders", none: isEmpty, files } : undefined;
}
