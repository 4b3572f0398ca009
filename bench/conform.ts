/**
 * The conformance suite of the Model Context Protocol against `/mcp` of a running `ergo serve`. Its other scenarios call tools, resources
 * and prompts of a server made for it (`test_simple_text`, …), which Ergo does not have; they are counted apart. The suite can send no
 * token: a server between adds it, and its own port is put right in what says where a request comes from.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { save } from "./result.ts";
import { type Server, startServer } from "./served.ts";

/** The scenarios that any server can be asked; what else the suite runs needs things of its own. */
const general = new Set([
  ...["server-initialize", "ping", "tools-list", "resources-list", "json-schema-2020-12", "server-sse-polling"],
  ...["server-sse-multiple-streams", "dns-rebinding-protection"],
]);

/** Passes requests on with the token; resolves to its port. */
function startGate({ port, token }: Server): Promise<{ port: number; close(): void }> {
  const gate = createServer((from, to) => {
    const own = `:${(gate.address() as AddressInfo).port}`;
    const { host = "", origin, ...headers } = from.headers;
    const sent = {
      ...headers,
      host: host.replace(own, `:${port}`),
      ...(origin ? { origin: origin.replace(own, `:${port}`) } : {}),
      authorization: `Bearer ${token}`,
    };
    const on = request({ host: "127.0.0.1", port, path: from.url, method: from.method, headers: sent }, (given) => {
      to.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(to);
    });
    on.on("error", () => to.destroy());
    from.pipe(on);
  });
  return new Promise((resolve) =>
    gate.listen(0, "127.0.0.1", () =>
      resolve({ port: (gate.address() as AddressInfo).port, close: () => gate.closeAllConnections() }),
    ),
  );
}

const work = mkdtempSync(join(tmpdir(), "ergo-conform-"));
writeFileSync(join(work, "package.json"), '{ "private": true }\n');
execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "@modelcontextprotocol/conformance"], {
  cwd: work,
  stdio: "inherit",
});
const server = await startServer(work);
const gate = await startGate(server);
const suite = join(work, "node_modules/.bin/conformance");
const { stdout } = await promisify(execFile)(suite, ["server", "--url", `http://127.0.0.1:${gate.port}/mcp`], {
  cwd: work,
  maxBuffer: 1 << 26,
}).catch((failed: { stdout: string }) => failed);
server.child.removeAllListeners("exit");
server.child.kill("SIGTERM");
const rows = [...stdout.matchAll(/^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed/gm)].map(
  ([, name = "", passed, failed]) => ({
    name,
    passed: Number(passed),
    failed: Number(failed),
  }),
);
const { version } = JSON.parse(
  readFileSync(join(work, "node_modules/@modelcontextprotocol/conformance/package.json"), "utf8"),
);
save("conform", {
  suite: version,
  general: rows.filter(({ name }) => general.has(name)),
  needsOwnServer: rows.filter(({ name }) => !general.has(name)).map(({ name }) => name),
});
rmSync(work, { recursive: true, force: true });
process.exit();
