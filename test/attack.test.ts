import { symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "./ergo.ts";
import { all, type Served, served } from "./server.ts";

const files = { "docs/a.md": "# A\n\nThe blue edge faces north.\n" };

/** A request with headers that `fetch` would not send. */
function raw(server: Served, path: string, headers: Record<string, string>, body?: string) {
  const method = body === undefined ? "GET" : "POST";
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: server.port, path, method, headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode!, body: text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const own = (server: Served) => ({ authorization: `Bearer ${server.token}`, "content-type": "application/json" });
const question = JSON.stringify({ question: "How many files are there?" });

test("a page whose name was made to point here is refused, whatever it knows", async () => {
  const server = await served(files);
  for (const host of ["evil.example", `evil.example:${server.port}`, "127.0.0.1:1", "127.0.0.1.evil.example"]) {
    for (const path of ["/", "/api", "/v1/models", "/mcp", "/assets/web/main.js"]) {
      const { status, body } = await raw(server, path, { ...own(server), host });
      expect({ path, host, status }).toEqual({ path, host, status: 403 });
      expect(body).toContain("REQUEST_FOREIGN");
    }
  }
  for (const host of [`localhost:${server.port}`, `127.0.0.1:${server.port}`, `[::1]:${server.port}`]) {
    expect((await raw(server, "/api", { ...own(server), host })).status).toBe(200);
  }
});

test("a server for other machines takes their requests by its own names and addresses, with the token", async () => {
  const server = await served(files, { host: "0.0.0.0" });
  expect(server.beyond).toBe(true);
  const addresses = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
  const names = [hostname(), ...addresses.filter((address) => !address.includes(":"))];
  for (const name of names) {
    const host = `${name}:${server.port}`;
    expect((await raw(server, "/api", { ...own(server), host })).status, host).toBe(200);
    expect((await raw(server, "/api", { host })).status, host).toBe(401);
  }
  expect((await raw(server, "/api", { ...own(server), host: `evil.example:${server.port}` })).status).toBe(403);
});

test("another site's post is refused, with a token and without, and no answer says that it may be read", async () => {
  const server = await served(files);
  const foreign: Record<string, string>[] = [
    { origin: "http://evil.example" },
    { origin: "null" },
    { origin: `http://127.0.0.1:${server.port + 1}` },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
  ];
  for (const path of ["/api/ask", "/v1/chat/completions", "/mcp", "/api/runs/x/resume"]) {
    for (const headers of foreign) {
      expect((await raw(server, path, { ...own(server), ...headers }, question)).status, path).toBe(403);
    }
    const plain = await raw(server, path, { "content-type": "text/plain" }, question);
    expect(plain.status, path).toBe(401);
  }
  expect((await server.get("/api/runs")).of).toBe(0);
  const form = await raw(server, "/api/ask", { ...own(server), "content-type": "text/plain" }, question);
  expect(form).toMatchObject({ status: 400, body: expect.stringContaining("content-type") });
  const preflight = await server.fetch("/api/ask", { method: "OPTIONS", headers: { origin: "http://evil.example" } });
  for (const response of [preflight, await server.fetch("/api")]) {
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
});

test("without this server's token there is nothing but the page's own files", async () => {
  const server = await served(files);
  const tokens = [
    "",
    "Bearer",
    "Bearer ",
    `Bearer ${server.token}x`,
    `Bearer ${"A".repeat(43)}`,
    `Basic ${server.token}`,
  ];
  for (const authorization of tokens) {
    for (const path of ["/api", "/api/runs", "/api/source?path=docs/a.md", "/v1/models", "/mcp", "/view/map"]) {
      const { status, body } = await raw(server, path, authorization === "" ? {} : { authorization });
      expect({ path, authorization, status }).toEqual({ path, authorization, status: 401 });
      expect(body).not.toContain(server.dir);
    }
  }
  const other = await served(files);
  expect((await raw(server, "/api", { authorization: `Bearer ${other.token}` })).status).toBe(401);
  expect((await raw(server, "/", {})).status).toBe(200);
});

test("the key of one address opens that one alone", async () => {
  const server = await served(files);
  const { run } = await server.post("/api/ask", { question: "How many files are there?" });
  const { url } = await server.get(`/api/runs/${run}/view`);
  expect((await raw(server, url, {})).status).toBe(200);
  const key = new URL(url, server.url).searchParams.get("key");
  for (const path of [`/api/runs/${run}?key=${key}`, `/view/map?key=${key}`, `/view/runs/${run}?x=1&key=${key}`]) {
    expect((await raw(server, path, {})).status, path).toBe(401);
  }
});

test("no path leads out of the folder, nor to what is left out of it", async () => {
  const secret = folder({ "secret.txt": "the secret of the other folder\n" });
  const server = await served({ ...files, ".gitignore": "hidden.txt\n", "hidden.txt": "the secret\n" });
  symlinkSync(join(secret, "secret.txt"), join(server.dir, "link.txt"));
  const paths = [
    "../secret.txt",
    "..%2f..%2fetc/passwd",
    "/etc/passwd",
    "docs/../../x",
    "link.txt",
    "hidden.txt",
    ".ergo/heads",
    ".git/config",
  ];
  for (const path of paths) {
    const text = await (await server.fetch(`/api/source?path=${encodeURIComponent(path)}`)).text();
    expect(text, path).toContain("FILE_UNREADABLE");
    expect(text).not.toContain("the secret");
  }
  for (const name of ["..%2f..%2fpackage.json", "index.html%00.js", "..", "web%2findex.html"]) {
    expect((await raw(server, `/assets/web/${name}`, {})).status, name).toBe(404);
  }
  for (const run of [
    "..%2f..%2fetc%2fpasswd",
    "%2Fetc%2Fpasswd.jsonl",
    "x.jsonl",
    `${encodeURIComponent(secret)}%2Fa.jsonl`,
  ]) {
    for (const rest of ["", "/trace", "/events", "/verify", "/why", "/proof", "/steps", "/view"]) {
      const response = await server.fetch(`/api/runs/${run}${rest}`);
      expect({ run, rest, status: response.status }).toEqual({ run, rest, status: 404 });
    }
  }
  expect(await server.post("/api/ingest", { paths: ["../../etc"] })).toMatchObject({
    error: { code: expect.any(String) },
  });
});

test("a body that is too large, too deep, or no JSON is refused before it costs anything", async () => {
  const server = await served(files);
  const huge = JSON.stringify({ question: "x".repeat(5 * 1024 * 1024) });
  const deep = `{"question":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
  for (const path of ["/api/ask", "/v1/chat/completions"]) {
    expect((await raw(server, path, own(server), huge)).status).toBe(413);
    expect((await raw(server, path, { ...own(server), "transfer-encoding": "chunked" }, huge)).status).toBe(413);
    expect((await raw(server, path, own(server), deep)).status).toBe(413);
    for (const body of ["{", "[]", "1", "null", '"x"', "\ufffe"]) {
      const { status, body: said } = await raw(server, path, own(server), body);
      expect({ body, status }).toEqual({ body, status: 400 });
      expect(said).not.toMatch(/\bat .*:\d+|node_modules/);
    }
  }
  const polluted = '{"question":"How many files are there?","__proto__":{"engine":"x"}}';
  expect((await raw(server, "/api/ask", own(server), polluted)).status).toBe(400);
  const headers = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`x-${at}`, "y".repeat(300)]));
  expect((await raw(server, "/api", { ...own(server), ...headers })).status).toBe(431);
  expect((await server.get("/api")).folder).toBe(server.dir);
});

test("a client that says nonsense is told so, and the server goes on", async () => {
  const server = await served(files);
  const said = await new Promise<string>((resolve) => {
    const socket = connect(server.port, "127.0.0.1", () => socket.write("nonsense\r\n\r\n"));
    let text = "";
    socket.on("data", (chunk) => (text += chunk)).on("close", () => resolve(text));
  });
  expect(said).toMatch(/^HTTP\/1\.1 400/);
  expect((await server.fetch("/api")).status).toBe(200);
});

test("scripts in names and texts are data to every door, and pages of runs bring their own policy", async () => {
  const evil = `<img src=x onerror=alert(1)>.md`;
  const server = await served({
    "docs/a.md":
      "# A\n\nSee ![x](http://evil.example/y) and [z](http://evil.example) <script>alert(1)</script> blue.\n",
  });
  writeFileSync(join(server.dir, evil), "# B\n\nGreen is here.\n");
  const answer = await server.fetch("/api/ask", {
    method: "POST",
    body: JSON.stringify({ question: "Which Markdown files are there?" }),
  });
  expect(answer.headers.get("content-type")).toContain("application/json");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  const page = await server.fetch("/");
  const policy = page.headers.get("content-security-policy")!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain("unsafe");
  expect(await page.text()).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=|style=/);
  const body = { model: "ergo/auto", messages: [{ role: "user", content: "What is blue?" }] };
  const said = await server.post("/v1/chat/completions", body);
  const { content } = said.choices[0].message;
  expect(content).not.toMatch(/!\[|\]\(|(?<!\\)<script/);
  const seen = await all(server.events("/api/ask", { question: "Which Markdown files are there?" }));
  expect(seen.at(-1)!.data.answer.answer).toContain(evil);
});
