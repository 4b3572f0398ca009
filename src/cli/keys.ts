import { ergoHome } from "../runtime/session/folder.ts";
import { userKeys } from "../runtime/settings/keys.ts";
import type { Call } from "./call.ts";
import { note, print, printJson } from "./print.ts";

export async function run({ values }: Call): Promise<number> {
  const keys = userKeys(ergoHome());
  if (values.json) printJson(keys);
  else {
    print(keys.public);
    if (!keys.created) note(`the private half is in ${keys.file}`);
    else note(`made your signing key: ${keys.file}`, "  keep that file to yourself; runs are signed from now on");
  }
  return 0;
}
