import { address, configures, copy, inPlace, mode, pushes, restore, restores } from "./care.ts";
import { cloud, project } from "./cloud.ts";
import { judgeFind } from "./find.ts";
import { asks, editor, fed, node, python } from "./interpreter.ts";
import { addresses, date, dd, kill, sysctl } from "./machine.ts";
import type { Parsed } from "./options.ts";
import { remove } from "./remove.ts";
import type { Finding, Scene } from "./scene.ts";
import { alias, cd, evaluate } from "./shell.ts";
import { tarWords } from "./tar.ts";
import { judgeTest } from "./tested.ts";
import type { Word } from "./word.ts";
import { judgeXargs } from "./xargs.ts";

/** Commands whose words mean more than a table can say: `whole` judges them, `before` puts the words in order for the
 * table, `after` adds to what the table says. */
export type Special = {
  whole?: (words: Word[], scene: Scene, name: string) => Finding[];
  before?: (words: Word[]) => Word[];
  after?: (parsed: Parsed, scene: Scene, name: string) => Finding[];
};

export const specials: Record<string, Special> = {
  address: { after: address },
  alias: { after: alias },
  asks: { after: asks },
  cd: { after: cd },
  checkout: { after: restores },
  chmod: { after: mode },
  cloud: { whole: cloud },
  copy: { after: copy },
  date: { after: date },
  dd: { after: dd },
  editor: { after: editor },
  eval: { whole: evaluate },
  fed: { after: fed },
  find: { whole: judgeFind },
  gitconfig: { after: configures },
  kill: { whole: kill },
  node: { after: node },
  parallel: { after: judgeXargs },
  project: { whole: project },
  push: { after: pushes },
  python: { after: python },
  restore: { after: restore },
  rm: { after: remove },
  sed: { after: inPlace },
  socat: { after: addresses },
  sysctl: { after: sysctl },
  tar: { before: tarWords },
  test: { whole: judgeTest },
  xargs: { after: judgeXargs },
};
