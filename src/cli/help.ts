import { ErgoError } from "../core/error.ts";
import { commands, optionHelp } from "./commands.ts";
import { print, table } from "./print.ts";

/** Prints the commands, or one command with its options. */
export function help(name?: string): number {
  if (name === undefined) {
    print("ergo: answers about your files that carry their proof\n");
    print(table(Object.values(commands).map(({ usage, summary }) => [`  ergo ${usage}`, summary])));
    print("\n`ergo help COMMAND` shows its options.");
    return 0;
  }
  const command = commands[name];
  if (command === undefined) throw new ErgoError("USAGE", { detail: `unknown command ${name}` });
  print(`ergo ${command.usage}\n  ${command.summary}\n`);
  print(table(Object.keys(command.options).map((option) => [`  --${option}`, optionHelp[option] ?? ""])));
  return 0;
}
