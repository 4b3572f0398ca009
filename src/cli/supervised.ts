import { watchGroups } from "../system/group.ts";
import { endWithParent } from "../system/orphan.ts";
import type { Asked, Told } from "./supervise.ts";

/** How a process knows its supervisor: a variable that holds the id of that one. */
export const variable = "ERGO_SUPERVISOR";

let attended = false;

/** Whether a supervisor started this process; from here on it is answered, and this process ends with it. */
export function attendSupervisor(): boolean {
  const supervisor = process.env[variable];
  // Programs that this one starts are none of its.
  delete process.env[variable];
  if (supervisor === undefined || !process.channel) return false;
  attended = true;
  // From now on the guard that it started ends this process when it is gone; it may be gone already.
  if (process.ppid !== Number(supervisor)) process.kill(process.pid, "SIGKILL");
  if (process.platform === "win32") endWithParent(Number(supervisor));
  process.on("message", (asked: Asked) => {
    if (asked === "exit") process.exit(130);
    if (asked === "watch") endWithParent(Number(supervisor));
    else tell("here");
  });
  process.channel.unref();
  watchGroups((group, runs) => tell({ group, runs }));
  return true;
}

/** Does work that the supervisor ends if need be once `ms` milliseconds are over. */
export async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  tell({ until: Date.now() + ms, limit: ms });
  try {
    return await work();
  } finally {
    tell({ until: null });
  }
}

function tell(told: Told): void {
  if (attended && process.connected) process.send?.(told, undefined, undefined, () => {});
}
