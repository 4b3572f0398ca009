import { ErgoError } from "../core/error.ts";
import { commands } from "./commands.ts";
import { optionHelp } from "./options.ts";
import { print } from "./print.ts";
import { table } from "./text.ts";

/** Prints the commands, or one command with its options. */
export function help(name?: string): number {
  if (name === undefined) {
    const rows = Object.values(commands).map(({ usage, summary }) => [`  ergo ${usage}`, summary]);
    print("ergo: answers about your files that carry their proof", "", ...table(rows, "ours"));
    print("", "`ergo help COMMAND` shows its options.");
    return 0;
  }
  const command = commands[name];
  if (command === undefined) throw new ErgoError("USAGE", { detail: `unknown command ${name}` });
  const rows = Object.keys(command.options).map((option) => [`  --${option}`, optionHelp[option] ?? ""]);
  print(`ergo ${command.usage}`, `  ${command.summary}`, "", ...table(rows, "ours"));
  return 0;
}
