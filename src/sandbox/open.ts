import { join } from "node:path";
import type { Command, Ran, Sandbox } from "../core/command.ts";
import { ErgoError } from "../core/error.ts";
import { type Confinement, confine } from "./confine.ts";
import { barred, keep } from "./keep.ts";
import { defaultLimits, type Limits } from "./limit.ts";
import { empty } from "./mount.ts";
import { type Place, placeOf, standing } from "./place.ts";
import { available } from "./probe.ts";
import { programs } from "./program.ts";
import { bytes, kept, type Survey, survey } from "./survey.ts";

/**
 * What to confine to: the folder (`root`), where Ergo keeps what it records of it (`state`) and what belongs to the user
 * (`home`): both are unseen by commands, wherever they lie. `path` is where programs are looked for, by default this
 * process's PATH.
 */
export type SandboxOptions = { root: string; state: string; home: string; limits?: Partial<Limits>; path?: string };

/**
 * Opens the sandbox of a folder. Where commands can't be confined, the reason is returned, not thrown: SANDBOX_MISSING,
 * SANDBOX_BLOCKED, SANDBOX_PLATFORM or SANDBOX_FOLDER. Nothing ever runs unconfined instead. Its `run` throws
 * OUTSIDE_FOLDER and FILE_UNREADABLE for the folder to stand in, and SANDBOX_FAILED.
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox | ErgoError> {
  try {
    const place = placeOf(options.root, [options.state, options.home]);
    const confinement = await available(
      programs(options.path ?? process.env.PATH ?? "", [place.root, ...place.hidden]),
    );
    const limits = { ...defaultLimits, ...options.limits };
    return sandbox(place, { undone: join(options.state, "undone"), home: options.home }, confinement, limits);
  } catch (thrown) {
    if (thrown instanceof ErgoError) return thrown;
    throw thrown;
  }
}

/** Where Ergo puts what a command made in vain, and notes what it leaves standing meanwhile. */
type Own = { undone: string; home: string };

function sandbox(place: Place, own: Own, confinement: Confinement, limits: Limits): Sandbox {
  let before: Survey | undefined;
  const inside = (command: Command, signal?: AbortSignal) => ({
    dir: standing(place, command.cwd),
    argv: checked(command.argv),
    limits,
    ...(command.stdin === undefined ? {} : { stdin: command.stdin }),
    ...(signal === undefined ? {} : { signal }),
  });

  async function look(command: Command, signal?: AbortSignal): Promise<Ran> {
    before ??= survey(place);
    const mounts = [...bound("--ro-bind", place), ...barred(before), ...unseen(place)];
    return confine(confinement, { ...inside(command, signal), mounts, unixSockets: false });
  }

  async function change(command: Command, signal?: AbortSignal): Promise<Ran> {
    const keeping = keep(place, own);
    let released: ReturnType<typeof keeping.release>;
    let ran: Ran;
    try {
      const mounts = [...bound("--bind", place), ...keeping.mounts, ...unseen(place)];
      const writable = { mounts, unixSockets: true, writable: place.root };
      ran = await confine(confinement, { ...inside(command, signal), ...writable });
    } finally {
      released = keeping.release();
    }
    return { ...ran, ...released };
  }

  return {
    run: (command, { writable, signal }) =>
      writable ? alone(place.root, () => change(command, signal)) : look(command, signal),
  };
}

/**
 * One command at a time may change a folder: what is mounted follows from a look at it, which another one could make
 * untrue.
 */
const changing = new Map<string, Promise<unknown>>();
async function alone<T>(root: string, action: () => Promise<T>): Promise<T> {
  const mine = (changing.get(root) ?? Promise.resolve()).then(action, action);
  changing.set(root, mine);
  try {
    return await mine;
  } finally {
    if (changing.get(root) === mine) changing.delete(root);
  }
}

export function bound(how: "--bind" | "--ro-bind", { root }: Place): string[] {
  return [how, bytes(root), bytes(root)];
}

/** Ergo's own folders below the root are empty inside. */
export function unseen({ root, hidden }: Place): string[] {
  return hidden
    .map(bytes)
    .filter((dir) => dir.startsWith(`${bytes(root)}/`) && kept(dir)?.kind === "folder")
    .flatMap(empty);
}

export function checked(argv: string[]): string[] {
  if (argv.length === 0 || argv[0] === "") throw new ErgoError("SANDBOX_FAILED", { detail: "the command is empty" });
  // The shell that becomes the command would read it as an option of its own.
  if (argv[0]!.startsWith("-")) throw new ErgoError("SANDBOX_FAILED", { detail: `${argv[0]} is no program` });
  if (argv.some((word) => word.includes("\0"))) throw new ErgoError("SANDBOX_FAILED", { detail: "a word holds a NUL" });
  return argv;
}
