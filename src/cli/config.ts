import { openFolder } from "../runtime/session/folder.ts";
import { loadConfig } from "../runtime/settings/config.ts";
import type { Call } from "./call.ts";
import { note, print, printData, printJson } from "./print.ts";

export async function run({ values }: Call): Promise<number> {
  if (values.schema) {
    const { configSchema } = await import("../runtime/settings/schema.ts");
    printData(configSchema(), true);
    return 0;
  }
  const folder = openFolder(values.dir as string | undefined, Boolean(values.yes));
  const { config, sources, degraded } = await loadConfig(folder.home, folder.root);
  if (values.json) printJson({ config, sources, home: folder.home, state: folder.state, degraded });
  else {
    const { stringifyConfig } = await import("../runtime/settings/yaml.ts");
    print(`# from ${sources.join(", ")}`, ...stringifyConfig(config).trimEnd().split("\n"));
    for (const { message } of degraded) note(`note: ${message}`);
  }
  return 0;
}
