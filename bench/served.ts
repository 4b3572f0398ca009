import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Server = { child: ChildProcess; port: number; token: string };

/** A server over a small folder, in a home of its own, in the folder `work`, which answers by rules alone. */
export function startServer(work: string): Promise<Server> {
  const dir = join(work, "files");
  const files = {
    "docs/leave.md": "# Leave\n\nEmployees get 25 days of paid leave a year.\n",
    "docs/travel.md": "# Travel\n\nTrains are booked by Grace Hopper.\n",
    "notes.md": "# Notes\n",
  };
  mkdirSync(join(dir, "docs"), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(dir, path), text);
  return serveFolder(dir, join(work, "home"));
}

/** A server over a folder that is there, which answers by rules alone, with its state in `home`. */
export function serveFolder(dir: string, home: string): Promise<Server> {
  const env = { ...process.env, ERGO_HOME: home, ERGO_MODEL: "none", ERGO_PULL: "never" };
  const child = spawn(process.execPath, ["bin/ergo.js", "serve", "--dir", dir, "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
    env,
  });
  return new Promise((resolve, reject) => {
    let out = "";
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout!.on("data", (chunk) => {
      out += chunk;
      const [, port, token] = /:(\d+)\/#token=(\S+)\n/.exec(out) ?? [];
      if (port && token) resolve({ child, port: Number(port), token });
    });
  });
}
