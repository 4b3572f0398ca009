import { hostname, networkInterfaces } from "node:os";
import { sha256 } from "../core/digest.ts";
import { ErgoError } from "../core/error.ts";
import { isSame, keyFor } from "./token.ts";

/** Where a server listens, and who it knows: by its token, and by keys to other folders, each by its SHA-256. */
export type Guard = { token: string; keys: Record<string, string>; host: string; port: () => number };

/** Who asks: the folder that they may ask about, null for the server's own, and what opens addresses for them. */
export type Known = { dir: string | null; secret: string };

/**
 * Refuses a request that was not meant for this server: another name in `Host` (a page whose name was made to point here),
 * or another origin (a page of another site). Throws REQUEST_FOREIGN.
 */
export function requireMeant(request: Request, { host, port }: Guard): void {
  const named = request.headers.get("host") ?? "";
  if (!namesOf(host, port()).includes(named.toLowerCase())) {
    throw new ErgoError("REQUEST_FOREIGN", { from: `the name ${named || "(none)"}` });
  }
  const origin = request.headers.get("origin");
  if (origin !== null && origin.toLowerCase() !== `http://${named.toLowerCase()}`) {
    throw new ErgoError("REQUEST_FOREIGN", { from: `the origin ${origin}` });
  }
  const site = request.headers.get("sec-fetch-site");
  if (site === "cross-site" && request.headers.get("sec-fetch-mode") !== "navigate") {
    throw new ErgoError("REQUEST_FOREIGN", { from: "another site" });
  }
}

/** The names that lead here: those of this machine's own address, and beyond it only the one that was asked for. */
function namesOf(host: string, port: number): string[] {
  const loopback = ["localhost", "127.0.0.1", "[::1]"];
  const own = isLoopback(host) ? [] : isAny(host) ? everyName() : [bracketed(host)];
  return [...loopback, ...own].flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])]).map(lower);
}

/** What this machine is called, and its addresses: those are nobody else's name. */
function everyName(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).map(({ address }) => bracketed(address)),
  );
  return [hostname(), `${hostname()}.local`, ...addresses];
}

const lower = (text: string) => text.toLowerCase();

export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host);
}

function isAny(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

/** A host as it stands in an address. */
export function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** Who a request is of. Throws REQUEST_TOKEN where it does not carry the token, a key to a folder, or the key of this very address. */
export function requireToken(request: Request, { token, keys }: Guard): Known {
  const own: Known = { dir: null, secret: token };
  const others = Object.entries(keys).map(([hash, dir]) => ({ hash, dir, secret: `${token} ${hash}` }));
  const [, said] = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (said !== undefined && isSame(said, token)) return own;
  const keyed = said === undefined ? undefined : others.find(({ hash }) => isSame(hash, sha256(said)));
  if (keyed) return keyed;
  const { pathname, search, searchParams } = new URL(request.url);
  const key = searchParams.get("key");
  const address = pathname + search.replace(/[?&]key=[^&]*$/, "");
  const opener =
    request.method === "GET" && key !== null
      ? [own, ...others].find(({ secret }) => isSame(key, keyFor(secret, address)))
      : undefined;
  if (opener) return opener;
  throw new ErgoError("REQUEST_TOKEN");
}

/** What every answer says to a browser: run nothing but this server's own scripts, keep nothing, be shown in no other page. */
export const shield: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-store",
};
