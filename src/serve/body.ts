import { ErgoError } from "../core/error.ts";
import { invalid } from "./failure.ts";

/**
 * Bytes of a request, and how deep what it holds may be nested. What is larger is read so far and forgotten, for who still
 * sends does not hear a refusal.
 */
const limits = { bytes: 4 * 1024 * 1024, read: 32 * 1024 * 1024, depth: 64 };

/** The JSON object of a request; {} where it has no body. Throws REQUEST_INVALID and REQUEST_TOO_LARGE. */
export async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const text = await textOf(request);
  if (text === "") return {};
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    throw invalid(`content-type ${type || "(none)"}: a request is application/json`);
  }
  if (depthOf(text) > limits.depth) throw new ErgoError("REQUEST_TOO_LARGE", { limit: limits.depth, what: "levels" });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw invalid(`the request is no JSON: ${(thrown as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid("a request is a JSON object");
  return value as Record<string, unknown>;
}

async function textOf(request: Request): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > limits.read) break;
    if (bytes <= limits.bytes) parts.push(part);
    else parts.length = 0;
  }
  if (bytes > limits.bytes) throw new ErgoError("REQUEST_TOO_LARGE", { limit: limits.bytes, what: "bytes" });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw invalid("the request is not UTF-8");
  }
}

/** How deep brackets are nested outside of texts. */
function depthOf(json: string): number {
  let [depth, deepest] = [0, 0];
  for (const [sign] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (sign === "[" || sign === "{") deepest = Math.max(deepest, ++depth);
    else if (sign === "]" || sign === "}") depth -= 1;
  }
  return deepest;
}
