import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Served, served } from "./server.ts";

/** What is said below requests: of what is none, of other methods, and at the end. */

const files = { "a.md": "# A\n" };

/** What a server says to some bytes before it closes the connection. */
function said({ port }: Served, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
  let text = "";
  socket.on("data", (data) => (text += data));
  return new Promise((resolve) => socket.once("close", () => resolve(text)));
}

test("what holds too many headers, or is no request, is refused in the form of the API", async () => {
  const server = await served(files);
  const bomb = await said(server, `GET / HTTP/1.1\r\nHost: localhost\r\nX-Bomb: ${"x".repeat(40_000)}\r\n\r\n`);
  expect(bomb).toMatch(/^HTTP\/1\.1 431 /);
  const { error } = JSON.parse(bomb.split("\r\n\r\n")[1]!);
  expect(error).toEqual({
    code: "REQUEST_TOO_LARGE",
    message: expect.stringContaining("16384 bytes of headers"),
    remedy: expect.stringMatching(/\S/),
  });
  const noise = await said(server, "no request at all\r\n\r\n");
  expect(noise).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(noise.split("\r\n\r\n")[1]!)).toMatchObject({ error: { code: "REQUEST_INVALID" } });
});

test("another method than an address takes is told from an address that is none", async () => {
  const server = await served(files);
  const rows: [method: string, path: string, status: number, allow: string | null][] = [
    ["GET", "/api/ask", 405, "POST"],
    ["PUT", "/api/runs/20200101-000000-abcdef", 405, "DELETE, GET"],
    ["POST", "/openapi.json", 405, "GET"],
    ["DELETE", "/v1/chat/completions", 405, "POST"],
    ["POST", "/v1/models/ergo/auto", 405, "GET"],
    ["POST", "/api/nothing", 404, null],
    ["POST", "/v1/nothing", 404, null],
  ];
  for (const [method, path, status, allow] of rows) {
    const response = await server.fetch(path, { method });
    expect([path, response.status, response.headers.get("allow")]).toEqual([path, status, allow]);
    const { error } = (await response.json()) as { error: { code: string } };
    expect(error.code).toBe(status === 405 ? "METHOD_OTHER" : "NOT_HERE");
  }
});

test("a connection on which nothing was asked keeps no server from ending", async () => {
  const server = await served(files);
  const socket = connect(server.port, "127.0.0.1");
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await new Promise((resolve) => socket.once("connect", resolve));
  await server.get("/api/runs");
  // With timers that stand still, only what needs none comes to an end.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await server.close();
  await closed;
});
