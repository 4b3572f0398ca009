import { ErgoError } from "../core/error.ts";
import { type Forgotten, forget } from "../runtime/index/forget.ts";
import { openFolder } from "../runtime/session/folder.ts";
import type { Call } from "./call.ts";
import { note, print, printJson } from "./print.ts";
import { told } from "./text.ts";

export async function run({ values, words }: Call): Promise<number> {
  if (words.length === 0) throw new ErgoError("USAGE", { detail: "what is to be forgotten: ergo forget PATH" });
  const folder = openFolder(values.dir as string | undefined, Boolean(values.yes));
  const forgotten = await forget(folder, words, { dryRun: Boolean(values["dry-run"]) });
  const { dryRun, files, gone, kept, bytes } = forgotten;
  const ok = kept.length === 0;
  if (values.json) {
    const count = (wanted: string) => gone.reduce((sum, { kind, files }) => sum + (kind === wanted ? files : 0), 0);
    const counts = { runs: count("runs"), payloads: count("payloads"), indexes: count("indexes") };
    printJson({ ok, checks: checksOf(forgotten), dryRun, ...counts, bytes, files });
  } else {
    for (const { kind, name, detail } of gone)
      print(`${dryRun ? "would forget" : "forgot"} ${kind} ${name}: ${detail}`);
    if (gone.length === 0 && ok) print("nothing was recorded of it");
    for (const { name, because, remedy } of kept) note(...told(`kept ${name}: `, { message: because, remedy }));
    if (files.length > 0) note(...told("note: ", { message: stillThere(files), remedy: outOfReach }));
  }
  return ok ? 0 : 1;
}

const outOfReach = "delete them, or name them in .ergoignore, before the next question";

function stillThere(files: string[]): string {
  return `${files.length} ${files.length === 1 ? "file is" : "files are"} still there and will be read again`;
}

function checksOf({ gone, kept, files }: Forgotten): { name: string; ok: boolean; detail: string; remedy: string }[] {
  return [
    ...gone.map(({ kind, name, detail }) => ({ name: `${kind} ${name}`, ok: true, detail, remedy: "" })),
    ...kept.map(({ name, because, remedy }) => ({ name, ok: false, detail: because, remedy })),
    ...(files.length > 0 ? [{ name: "files", ok: true, detail: stillThere(files), remedy: outOfReach }] : []),
  ];
}
