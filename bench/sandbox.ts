import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSandbox } from "../src/sandbox/open.ts";
import { median, save } from "./result.ts";

/** What the sandbox costs: commands that do nothing, in milliseconds, beside the same command unconfined. */
const dir = mkdtempSync(join(tmpdir(), "ergo-sandbox-"));
const runs = 40;

async function time(action: () => Promise<unknown>): Promise<{ median: number; quickest: number }> {
  const times: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const start = performance.now();
    await action();
    times.push(performance.now() - start);
  }
  return { median: median(times.slice(1)), quickest: median([Math.min(...times)]) };
}

/** A folder with so many folders of ten files each. */
function folder(name: string, folders: number): string {
  const root = join(dir, name);
  for (let index = 0; index < folders; index += 1) {
    mkdirSync(join(root, `${index}`), { recursive: true });
    for (let file = 0; file < 10; file += 1) writeFileSync(join(root, `${index}/${file}`), "");
  }
  return root;
}

async function confined(root: string): Promise<object> {
  const options = { root, state: join(root, ".ergo"), home: join(dir, "home") };
  const start = performance.now();
  const opened = await openSandbox(options);
  if (opened instanceof Error) throw opened;
  const open = median([performance.now() - start]);
  const run = (writable: boolean) => () => opened.run({ argv: ["true"] }, { writable });
  return { open, readOnly: await time(run(false)), writable: await time(run(true)) };
}

const unconfined = await time(() => new Promise((resolve) => spawn("true").once("close", resolve)));
save("sandbox", {
  runs,
  unconfined,
  tenFolders: await confined(folder("small", 10)),
  thousandFolders: await confined(folder("large", 1000)),
});
rmSync(dir, { recursive: true });
