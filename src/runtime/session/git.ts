import { execFile, spawn } from "node:child_process";
import type { Commit, History } from "../../code/facts/project.ts";
import { ErgoError } from "../../core/error.ts";

/** Commits that are read at most. */
const most = 20_000;

/**
 * What a folder's own configuration could make git run is switched off: monitors, hooks, pagers, signature programs, drivers of diffs, and
 * fetching what a partial clone lacks. Neither the user's nor the system's configuration counts.
 */
const safe = [
  ...["--no-pager", "--no-optional-locks", "--literal-pathspecs"],
  ...["core.fsmonitor=false", "core.hooksPath=/dev/null", "core.quotePath=false", "log.showSignature=false"].flatMap(
    (set) => ["-c", set],
  ),
];

function environment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH ?? "",
    HOME: "/nonexistent",
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
  };
}

type Ran = { ok: true; out: string } | { ok: false; because: string };

function git(root: string, args: string[], signal?: AbortSignal): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: root,
      env: environment(),
      maxBuffer: 1 << 29,
      encoding: "utf8" as const,
      ...(signal ? { signal } : {}),
    };
    execFile("git", [...safe, ...args], options, (error, out, err) => {
      if (error === null) resolve({ ok: true, out });
      else if (error.name === "AbortError") reject(error);
      else
        resolve({
          ok: false,
          because:
            error.code === "ENOENT"
              ? "git is not installed"
              : (err.trim().split("\n")[0] ?? "").replace(/^fatal: /, "") || error.message,
        });
    });
  });
}

const [field, record] = ["\u001f", "\u001e"];

/** The history of a folder, as its repository tells it, newest first; read-only. Throws what the signal throws. */
export async function readHistory(root: string, signal?: AbortSignal): Promise<History> {
  const format = `--format=${record}${["%H", "%aN", "%aI", "%s"].join(field)}`;
  const ran = await git(
    root,
    [
      "log",
      "--no-ext-diff",
      "--no-textconv",
      "--find-renames",
      "--no-color",
      "--numstat",
      "-z",
      `--max-count=${most + 1}`,
      "--relative",
      format,
      "--",
      ".",
    ],
    signal,
  );
  if (!ran.ok)
    return {
      commits: null,
      because: /not a git repository/.test(ran.because)
        ? "the folder is in no git repository, so it has no history"
        : `its history can't be read: ${ran.because}`,
    };
  const commits = ran.out.split(record).slice(1).map(commitOf);
  if (commits.length === 0) return { commits: null, because: "no commit of the repository touches this folder" };
  const shallow = await git(root, ["rev-parse", "--is-shallow-repository"], signal);
  const isWhole = commits.length <= most && shallow.ok && shallow.out.trim() === "false";
  return { commits: commits.slice(0, most), complete: isWhole };
}

/** A commit with its files, ended by NUL each; of one that is renamed its paths before and after follow, which both count as changed. */
function commitOf(text: string): Commit {
  const [head = "", ...rest] = text.split("\0");
  const [hash = "", author = "", date = "", subject = ""] = head.split(field);
  const files: Commit["files"] = [];
  for (let at = 0; at < rest.length; at++) {
    const [, more, less, path] = /^\n?(\d+|-)\t(\d+|-)\t(.*)$/s.exec(rest[at]!) ?? [];
    if (path === undefined) continue;
    const lines = { added: Number(more) || 0, deleted: Number(less) || 0 };
    if (path !== "") files.push({ path, ...lines });
    else {
      const [was = "", now = ""] = rest.slice(at + 1, at + 3);
      files.push({ path: now, ...lines, was }, { path: was, added: 0, deleted: 0 });
      at += 2;
    }
  }
  return { hash, author, date, subject, files };
}

/** The files of a revision below a folder, by their paths from it. Throws REVISION_UNKNOWN, and what the signal throws. */
export async function readRevision(
  root: string,
  revision: string,
  wanted: (path: string, bytes: number) => boolean,
  signal?: AbortSignal,
): Promise<{ files: string[]; texts: Map<string, string> }> {
  const found = await git(
    root,
    ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`],
    signal,
  );
  if (!found.ok)
    throw new ErgoError("REVISION_UNKNOWN", {
      revision,
      detail: found.because.startsWith("Command failed") ? "no such commit" : found.because,
    });
  const listed = await git(root, ["ls-tree", "-r", "-l", "-z", found.out.trim(), "--", "."], signal);
  if (!listed.ok) throw new ErgoError("REVISION_UNKNOWN", { revision, detail: listed.because });
  const entries = listed.out.split("\0").flatMap((line) => {
    const [, kind, blob, bytes, path] = /^\d+ (\w+) ([0-9a-f]+)\s+(\d+|-)\t(.*)$/s.exec(line) ?? [];
    return kind === "blob" && blob && path ? [{ path, blob, bytes: Number(bytes) }] : [];
  });
  const texts = await blobs(
    root,
    entries.filter(({ path, bytes }) => wanted(path, bytes)),
    signal,
  );
  return { files: entries.map(({ path }) => path), texts };
}

/** The contents of blobs that are text, by one process: each answer is a head, so many bytes, and a line end. */
async function blobs(
  root: string,
  entries: { path: string; blob: string }[],
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const child = spawn("git", [...safe, "cat-file", "--batch"], {
    cwd: root,
    env: environment(),
    stdio: ["pipe", "pipe", "ignore"],
    ...(signal ? { signal } : {}),
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve());
  });
  child.stdin.on("error", () => {});
  child.stdin.end(entries.map(({ blob }) => `${blob}\n`).join(""));
  await ended;
  const all = Buffer.concat(chunks);
  const texts = new Map<string, string>();
  let at = 0;
  for (const { path } of entries) {
    const end = all.indexOf(10, at);
    const bytes = Number(all.subarray(at, end).toString().split(" ")[2]);
    if (end < 0 || !Number.isSafeInteger(bytes)) break;
    const content = all.subarray(end + 1, end + 1 + bytes);
    at = end + 2 + bytes;
    if (!content.includes(0)) texts.set(path, content.toString("utf8"));
  }
  return texts;
}
