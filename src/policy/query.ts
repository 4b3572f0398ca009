import type { Finding, Scene } from "./scene.ts";
import { listed, reads } from "./touch.ts";
import { HOLE, isKnown, part, type Word } from "./word.ts";

/** A program for jq or yq: it can't write or run anything, but modules and `load` read files. */
export function judgeQuery(word: Word, scene: Scene): Finding[] {
  if (!isKnown(word)) return reads(part(word, HOLE), scene);
  const bare = word.text.replace(/"(?:\\.|[^"\\])*"/g, '""');
  if (/(?:^|[^.\w])(?:import|include)\b/.test(bare)) return listed(part(word, "."), scene);
  const loads = [...word.text.matchAll(/\bload\w*\s*\(\s*(?:"([^"]*)"\s*\))?/g)];
  return loads.flatMap(([, path]) =>
    reads(part(word, path === undefined || path.includes("\\(") ? HOLE : path), scene),
  );
}
