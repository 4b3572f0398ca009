import { ergoHome } from "../runtime/session/folder.ts";
import { userKeys } from "../runtime/settings/keys.ts";
import type { Call } from "./call.ts";
import { note, print, printJson } from "./print.ts";

export async function run({ values }: Call): Promise<number> {
  const keys = userKeys(ergoHome());
  if (values.json) printJson(keys);
  else {
    print(keys.public);
    note(
      keys.created
        ? `made your signing key: ${keys.file}\n  keep that file to yourself; runs are signed from now on`
        : `the private half is in ${keys.file}`,
    );
  }
  return 0;
}
