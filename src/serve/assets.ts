import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { ErgoError } from "../core/error.ts";

/** The page's own files: they hold nothing of the folder, so that anyone may have them. */
const places = { web: new URL("../../data/web/", import.meta.url), page: new URL("../../data/page/", import.meta.url) };

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** A file of the page. A name is one word with an ending, so that none leads elsewhere. Throws NOT_HERE. */
export function asset(folder: string, name: string): Response {
  const type = types[extname(name)];
  const place = Object.entries(places).find(([each]) => each === folder)?.[1];
  if (place === undefined || type === undefined || !/^[a-z]+\.[a-z]+$/.test(name)) {
    throw new ErgoError("NOT_HERE", { place: `/assets/${folder}/${name}` });
  }
  try {
    return new Response(readFileSync(new URL(name, place)), { headers: { "content-type": type } });
  } catch (thrown) {
    throw new ErgoError("NOT_HERE", { place: `/assets/${folder}/${name}` }, { cause: thrown });
  }
}
