import { hostname, networkInterfaces } from "node:os";
import { ErgoError } from "../core/error.ts";
import { isSame, keyFor } from "./token.ts";

/** Where a server listens, and who it knows. */
export type Guard = { token: string; host: string; port: () => number };

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

/** Throws REQUEST_TOKEN where a request does not carry the token, nor the key of this very address. */
export function requireToken(request: Request, { token }: Guard): void {
  const [, said] = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (said !== undefined && isSame(said, token)) return;
  const { pathname, search, searchParams } = new URL(request.url);
  const key = searchParams.get("key");
  const address = pathname + search.replace(/[?&]key=[^&]*$/, "");
  if (request.method === "GET" && key !== null && isSame(key, keyFor(token, address))) return;
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
