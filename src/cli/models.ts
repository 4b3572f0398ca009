import { ErgoError } from "../core/error.ts";
import { probeModel } from "../runtime/session/able.ts";
import { ergoHome, openFolder } from "../runtime/session/folder.ts";
import { dropModel, fetchModel, modelsOf } from "../runtime/session/models.ts";
import { loadConfig } from "../runtime/settings/config.ts";
import type { Config } from "../runtime/settings/settings.ts";
import { nameFor } from "../runtime/settings/settings.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";
import { print, printJson } from "./print.ts";
import { progress } from "./progress.ts";
import { table } from "./text.ts";

export async function run({ values, words }: Call): Promise<number> {
  const [action = "list", name, ...more] = words;
  const home = ergoHome();
  if (more.length > 0 || !["list", "pull", "remove", "probe"].includes(action)) {
    throw new ErgoError("USAGE", { detail: "ergo models [list | pull NAME | remove NAME | probe NAME]" });
  }
  if (action === "pull") await interruptible((signal) => fetchModel(home, name, { watch: progress(values), signal }));
  if (action === "remove") await dropModel(required(name), home);
  const folder = openFolder(values.dir as string | undefined, true);
  const { config } = await loadConfig(home, folder.root);
  if (action === "probe") return await probing(name ?? nameFor("worker", config), { home, config, values });
  const models = await modelsOf(home, config);
  if (values.json) printJson({ models });
  else {
    const rows = models.map((m) => [
      m.name,
      m.role,
      m.size === 0 ? "" : `${Math.round(m.size / 1e6)} MB`,
      m.present ? "present" : "not here",
      m.tier === undefined ? "" : [m.tier, ...m.abilities].join(" "),
      m.fits ? "" : "too large for this machine's memory",
      m.licence,
      m.source,
    ]);
    print(...table(rows, "theirs"));
  }
  return 0;
}

type Probing = { home: string; config: Config; values: Call["values"] };

async function probing(name: string, { home, config, values }: Probing): Promise<number> {
  const watch = progress(values);
  const measured = await interruptible((signal) => probeModel(name, { home, config, watch, signal }));
  const models = (await modelsOf(home, config)).filter((each) => each.name === name);
  if (values.json) printJson({ models, measured });
  else {
    const rows = measured.map(({ ability, form, language, wording, right, n, low, high, passed }) => [
      language === undefined ? ability : `${ability} (${language}, prompt ${wording})`,
      form,
      `${right} of ${n} right`,
      `${Math.round(100 * low)}-${Math.round(100 * high)} %`,
      passed ? "passed" : "not passed",
    ]);
    print(...table(rows, "ours"));
  }
  return 0;
}

function required(name: string | undefined): string {
  if (name !== undefined) return name;
  throw new ErgoError("USAGE", { detail: "which model? ergo models remove NAME" });
}
