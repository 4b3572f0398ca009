import { parseArgs } from "node:util";
import { closest } from "fastest-levenshtein";
import { ErgoError, reason } from "../core/error.ts";
import { version } from "../runtime/settings/version.ts";
import type { Call } from "./call.ts";
import { type Command, commands } from "./commands.ts";
import { fail, note, print } from "./print.ts";
import { attendSupervisor } from "./supervised.ts";
import { told } from "./text.ts";

// Where nothing is left to do and no end was reached, it is none: Node's code for that, unless the end comes.
process.exitCode = 13;
void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});

async function main(argv: string[]): Promise<number> {
  // A reader that goes away (`ergo runs | head`) is no error of ours.
  process.stdout.on("error", (error: NodeJS.ErrnoException) =>
    process.exit(error.code === "EPIPE" ? 0 : writeFailed(error)),
  );
  const supervised = attendSupervisor();
  try {
    const [name, ...rest] = asking(argv);
    if (name === "--version" || name === "-v") return printVersion();
    if (name === undefined || name === "help" || name === "--help" || name === "-h") {
      return (await import("./help.ts")).help(rest[0]);
    }
    const command = commands[name];
    if (command === undefined) throw unknown("command", name, Object.keys(commands));
    const call = parse(command, rest);
    if (call.values.help) return (await import("./help.ts")).help(name);
    if (!supervised && command.supervised) {
      const done = command.brief ? await (await command.brief()).brief(call) : {};
      if ("code" in done) return done.code;
      const { supervise } = await import("./supervise.ts");
      const [program, ...words] = process.argv.slice(1);
      return await supervise(process.execPath, [...process.execArgv, program!, ...(done.command ?? words)], done.stdin);
    }
    const { run } = await command.load();
    return await run(call);
  } catch (thrown) {
    return fail(thrown);
  }
}

/** A question in place of a command is asked: several words in quotes, which no command is called by. */
function asking(argv: string[]): string[] {
  return /\s/.test(argv[0]?.trim() ?? "") ? ["ask", ...argv] : argv;
}

function parse(command: Command, args: string[]): Call {
  try {
    const { values, positionals } = parseArgs({ args, options: command.options, allowPositionals: true });
    return { values: values as Call["values"], words: positionals };
  } catch (thrown) {
    const option = /'(--?[\w-]+)/.exec(reason(thrown))?.[1];
    if ((thrown as NodeJS.ErrnoException).code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION" || option === undefined) {
      throw new ErgoError("USAGE", { detail: reason(thrown) });
    }
    throw unknown(
      "option",
      option,
      Object.keys(command.options).map((name) => `--${name}`),
    );
  }
}

function printVersion(): number {
  print(version());
  return 0;
}

function unknown(what: string, given: string, known: string[]): ErgoError {
  return new ErgoError("USAGE", { detail: `unknown ${what} ${given}; did you mean ${closest(given, known)}?` });
}

function writeFailed(error: Error): number {
  const message = `cannot write the answer: ${error.message}`;
  note(...told("error OUTPUT: ", { message, remedy: "another place for the output" }));
  return 1;
}
