import type { Place } from "./place.ts";
import type { Programs } from "./program.ts";

/**
 * UNTESTED: written from the language's published examples and never run on a Mac. `openSandbox` doesn't use it; on macOS
 * it answers SANDBOX_PLATFORM until these rules have passed the tests of escapes there.
 *
 * The same promise as the mounts on Linux in the language of `sandbox-exec -p`: nothing is allowed but what is listed,
 * the last rule that fits decides. `temporary` is an empty folder of this command's own, its home.
 */
export function seatbelt(place: Place, programs: Programs, options: { writable: boolean; temporary: string }): string {
  const { root, hidden } = place;
  const seen = [...system, ...programs.folders, root, options.temporary];
  const written = [options.temporary, ...(options.writable ? [root] : [])];
  return [
    "(version 1)",
    "(deny default)",
    "(allow process-fork)",
    `(allow process-exec ${seen.map(subpath).join(" ")})`,
    "(allow signal process-info* (target same-sandbox))",
    "(allow sysctl-read)",
    ...devices.map((device) => `(allow file-read* file-write-data (literal ${quoted(device)}))`),
    // Only that they exist, without which no path below them can be followed.
    `(allow file-read-metadata ${ancestors(seen).map(literal).join(" ")})`,
    `(allow file-read* ${seen.map(subpath).join(" ")})`,
    `(allow file-write* ${written.map(subpath).join(" ")})`,
    // The file system of a Mac takes .GIT for .git.
    `(deny file-write* (regex ${pattern(root, "(/.*)?/\\.([gG][iI][tT]|[eE][rR][gG][oO])(/.*)?")}))`,
    `(deny file-write* (regex ${pattern(root, "/[eE][rR][gG][oO]\\.[yY][aA][mM][lL]")}))`,
    ...hidden.map((path) => `(deny file-read* file-write* ${subpath(path)})`),
    "(deny network*)",
    "(deny mach-lookup)",
    "",
  ].join("\n");
}

const system = ["/usr", "/bin", "/sbin", "/System", "/Library/Developer/CommandLineTools", "/private/var/db/timezone"];
const devices = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/dev/tty"];

function ancestors(paths: string[]): string[] {
  const all = paths.flatMap((path) => path.split("/").map((_, index, parts) => parts.slice(0, index).join("/") || "/"));
  return [...new Set(all)];
}

function subpath(path: string): string {
  return `(subpath ${quoted(path)})`;
}

function literal(path: string): string {
  return `(literal ${quoted(path)})`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function pattern(root: string, rest: string): string {
  return `#"^${root.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll('"', '\\"')}${rest}$"`;
}
