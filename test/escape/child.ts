/** Runs a shell line in the sandbox of a folder, in a process of its own: FOLDER LINE. */
import { join } from "node:path";
import { openSandbox } from "../../src/sandbox/open.ts";

const [root, line] = process.argv.slice(2) as [string, string];
const opened = await openSandbox({ root, state: join(root, ".ergo"), home: join(root, "../home/.ergo") });
if (opened instanceof Error) throw opened;
const ran = await opened.run({ argv: ["bash", "-c", line] }, { writable: true });
process.stdout.write(ran.stdout + ran.stderr);
