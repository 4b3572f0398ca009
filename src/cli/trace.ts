import { ErgoError } from "../core/error.ts";
import { reasoningOf } from "../runtime/record/reasoning.ts";
import { readRun, tellRun } from "../runtime/record/runs.ts";
import { type Folder, openFolder } from "../runtime/session/folder.ts";
import type { Call } from "./call.ts";
import { print, printData, printJson, printPage } from "./print.ts";

export async function run({ values, words }: Call): Promise<number> {
  const [target, file, ...more] = words;
  if (target === undefined || more.length > 0 || (file !== undefined && !values.html)) {
    throw new ErgoError("USAGE", { detail: "one run: ergo trace RUN, or ergo trace RUN --html FILE" });
  }
  const folder = openFolder(values.dir as string | undefined, Boolean(values.yes));
  if (values.html) return await page(folder, target, file);
  if (values.otlp) printData(await spans(folder, target, Boolean(values.texts)), true);
  else if (values.reasoning) printJson(reasoningOf(readRun(folder, target), target));
  else if (values.mermaid) print(...(await drawn(folder, target)));
  else if (values.json) for (const line of await readRun(folder, target)) printData(line);
  else print(...tellRun(folder, target));
  return 0;
}

async function page(folder: Folder, target: string, name: string | undefined): Promise<number> {
  const { pageOf } = await import("../runtime/run/page.ts");
  if (name !== undefined) {
    const { saveAs } = await import("../runtime/record/save.ts");
    print(saveAs(name, await pageOf(folder, target)));
  } else if (process.stdout.isTTY) {
    throw new ErgoError("USAGE", { detail: `a page is no text for a terminal: ergo trace ${target} --html FILE` });
  } else printPage(await pageOf(folder, target));
  return 0;
}

async function spans(folder: Folder, target: string, texts: boolean) {
  const { spansOf } = await import("../runtime/record/spans.ts");
  return spansOf(readRun(folder, target), { texts });
}

async function drawn(folder: Folder, target: string): Promise<string[]> {
  const { drawRun } = await import("../runtime/record/draw.ts");
  return (await drawRun(folder, target)).trimEnd().split("\n");
}
