import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A pipe of the kernel's: what this process reads, and the handle for another one to write to. */
type Pipe = { from: Socket; to: number };

/** Standard input, output and errors of a program to be started. `release` closes this process's side of what it was given. */
export type Streams = { input: number; out: Pipe; err: Pipe; release(): void };

/**
 * Makes them. Node's own would be sockets, and a socket can't be opened again by its name: a script that writes to
 * /dev/stderr would fail. Input is a file without a name, or nothing. `path` is where the program that makes pipes is
 * looked for.
 */
export function openStreams(stdin: string | undefined, path: string[]): Streams {
  const dir = mkdtempSync(join(tmpdir(), "ergo-pipe-"));
  try {
    const names = { in: join(dir, "in"), out: join(dir, "out"), err: join(dir, "err") };
    execFileSync("mkfifo", ["-m", "600", names.out, names.err], { env: { PATH: path.join(":") } });
    if (stdin !== undefined) writeFileSync(names.in, stdin, { mode: 0o600 });
    const input = openSync(stdin === undefined ? "/dev/null" : names.in, "r");
    const [out, err] = [open(names.out), open(names.err)];
    const release = () => {
      for (const handle of [input, out.to, err.to]) closeSync(handle);
    };
    return { input, out, err, release };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** The reader is there first, so that no opening waits. */
function open(name: string): Pipe {
  const from = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
  return { to: openSync(name, constants.O_WRONLY), from: new Socket({ fd: from, readable: true, writable: false }) };
}
