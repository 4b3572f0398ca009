/**
 * Whether a URL surely leads to this machine: `http` or `https` to `localhost` or to a loopback address (127.0.0.0/8, ::1),
 * in whatever way it is written. No name is looked up, so a name that only resolves to here is not local. It is about this
 * URL alone: who follows a redirect must ask again.
 */
export function isLocal(url: string): boolean {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return false;
  }
  const { protocol, hostname } = parsed;
  if (protocol !== "http:" && protocol !== "https:") return false;
  // The parser has brought addresses into their one normal form.
  return hostname === "localhost" || hostname === "[::1]" || loopback.test(hostname) || mapped.test(hostname);
}

const loopback = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;
/** 127.0.0.0/8 as IPv6 writes IPv4 addresses. */
const mapped = /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/;
