import { userInfo } from "node:os";
import type { Ran } from "../core/command.ts";
import { seccomp } from "./filter.ts";
import type { Limits } from "./limit.ts";
import { isolation, systemMounts } from "./mount.ts";
import { homeInside } from "./place.ts";
import type { Programs } from "./program.ts";
import { run } from "./run.ts";
import { handles, type Launch } from "./start.ts";
import { bytes } from "./survey.ts";

/** How commands are confined on this machine: the program that does it, and where it finds what it runs. */
export type Confinement = { bwrap: string; programs: Programs };

/** One command inside: `mounts` are bwrap's arguments for the folder (paths as bytes), `dir` where the command stands. */
export type Inside = {
  mounts: string[];
  dir: string;
  argv: string[];
  stdin?: string;
  limits: Limits;
  unixSockets: boolean;
  /** Of its environment, beside what every command is given. */
  variables?: Record<string, string>;
  writable?: string;
  signal?: AbortSignal;
};

/** Runs a command with bubblewrap. Throws SANDBOX_FAILED. */
export function confine(confinement: Confinement, inside: Inside): Promise<Ran> {
  return run(launching(confinement, inside));
}

/** How bubblewrap is started for a command. */
export function launching({ bwrap, programs }: Confinement, inside: Inside): Launch {
  const { mounts, dir, unixSockets, variables = {}, ...launch } = inside;
  const [args, filter, passwd, group] = [0, 1, 2, 3].map((index) => handles.inputs + index) as [
    number,
    number,
    number,
    number,
  ];
  const user = identity();
  const words = [
    ...isolation(user),
    ...systemMounts(programs, inside.limits, { passwd, group }),
    ...environment(programs, variables),
    ...["--seccomp", `${filter}`, "--info-fd", `${handles.info}`],
  ].map(bytes);
  const last = ["--remount-ro", "/", "--chdir", bytes(dir)];
  const list = Buffer.from([...words, ...mounts, ...last].map((word) => `${word}\0`).join(""), "latin1");
  return {
    ...launch,
    file: bwrap,
    path: programs.path,
    arguments: ["--args", `${args}`, "--"],
    inputs: [
      list,
      seccomp({ arch: process.arch as "x64" | "arm64", unixSockets }),
      Buffer.from(
        `${user.name}:x:${user.uid}:${user.gid}::${homeInside}:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n`,
      ),
      Buffer.from(`${user.name}:x:${user.gid}:\nnogroup:x:65534:\n`),
    ],
  };
}

/**
 * Who a command is inside. A user is who he is, so that owners of files read as they do outside; root is nobody special.
 * What is written belongs to whoever runs Ergo either way: the only user that the sandbox knows stands for him.
 */
function identity(): { uid: number; gid: number; name: string } {
  const { uid, gid, username } = userInfo();
  return uid === 0 ? { uid: 1000, gid: 1000, name: "user" } : { uid, gid, name: username };
}

function environment({ path }: Programs, variables: Record<string, string>): string[] {
  const own = { PATH: path.join(":"), HOME: homeInside, LANG: "C.UTF-8", TERM: "dumb", TMPDIR: "/tmp" };
  const values = { ...variables, ...own };
  return Object.entries(values).flatMap(([name, value]) => ["--setenv", name, value]);
}
