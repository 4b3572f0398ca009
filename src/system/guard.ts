import { spawn } from "node:child_process";

/**
 * A shell that waits for one thing: that who started it is gone, and with it the other end of its pipe. It costs a hundredth of
 * what a thread of Node does.
 */
const program = `
  read -r process
  groups=
  while read -r what group; do
    case $what in
      end) exit ;;
      begun) groups="$groups $group" ;;
      ended)
        left=
        for each in $groups; do [ "$each" = "$group" ] || left="$left $each"; done
        groups=$left ;;
    esac
  done
  for each in $groups; do kill -KILL "-$each"; done
  kill -KILL "$process"
`;

/** Guards a process: it is told which process groups that one holds, and when it has ended. */
export type Guard = { group(group: number, runs: boolean): void; end(): void };

/**
 * Ends a process of ours, and the process groups that it holds, when this one is gone, in whatever way that went. `fails` is
 * called where there is no shell for that, or it is gone itself.
 */
export function guard(process: number, fails: () => void): Guard {
  const shell = spawn("/bin/sh", ["-c", program], {
    stdio: ["pipe", "ignore", "ignore"],
    cwd: "/",
    env: {},
    // What a terminal sends to its processes is not for it.
    detached: true,
  });
  let ended = false;
  const lost = () => {
    if (!ended) fails();
    ended = true;
  };
  shell.once("error", lost);
  shell.once("exit", lost);
  // One that is gone is seen by its exit.
  shell.stdin.on("error", () => {});
  shell.unref();
  const say = (line: string) => void (!ended && shell.stdin.write(`${line}\n`));
  say(String(process));
  return {
    group: (group, runs) => say(`${runs ? "begun" : "ended"} ${group}`),
    end() {
      say("end");
      ended = true;
      shell.stdin.end();
    },
  };
}
