import { connect } from "node:net";

/** Requests that nobody means well by, and the status with which each has to be refused. */
type Attack = { name: string; status: number; bytes: (token: string, port: number) => string };

function http(line: string, { host, headers = [], body = "" }: { host?: string; headers?: string[]; body?: string }) {
  return (token: string, port: number) => {
    const own = headers.map((header) => header.replace("TOKEN", token));
    const length = body === "" ? [] : ["content-type: application/json", `content-length: ${Buffer.byteLength(body)}`];
    const head = [`Host: ${host ?? `127.0.0.1:${port}`}`, "connection: close", ...own, ...length];
    return `${line} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n${body}`;
  };
}

const known = "authorization: Bearer TOKEN";
const question = JSON.stringify({ question: "x" });
const deep = `{"question": ${"[".repeat(500)}${"]".repeat(500)}}`;

const attacks: Attack[] = [
  { name: "no token", status: 401, bytes: http("GET /api/runs", {}) },
  { name: "a wrong token", status: 401, bytes: http("GET /api/runs", { headers: ["authorization: Bearer x"] }) },
  { name: "another name", status: 403, bytes: http("GET /api/runs", { host: "evil.example", headers: [known] }) },
  {
    name: "another origin",
    status: 403,
    bytes: http("POST /api/ask", { headers: [known, "origin: http://evil.example"], body: question }),
  },
  {
    name: "a path out of the folder",
    status: 404,
    bytes: http("GET /api/source?path=..%2F..%2Fetc%2Fpasswd", { headers: [known] }),
  },
  { name: "an asset out of its place", status: 404, bytes: http("GET /assets/web/..%2F..%2Fpackage.json", {}) },
  { name: "a run that is a path", status: 404, bytes: http("GET /api/runs/..%2Fx.jsonl", { headers: [known] }) },
  { name: "headers without end", status: 431, bytes: http("GET /", { headers: [`x: ${"x".repeat(40_000)}`] }) },
  { name: "nested too deep", status: 413, bytes: http("POST /api/ask", { headers: [known], body: deep }) },
  {
    name: "a body too large",
    status: 413,
    bytes: http("POST /api/ask", { headers: [known], body: JSON.stringify({ question: "x".repeat(5_000_000) }) }),
  },
  {
    name: "a wider profile",
    status: 403,
    bytes: http("POST /api/ask", { headers: [known], body: JSON.stringify({ question: "x", profile: "sovereign" }) }),
  },
  { name: "no request at all", status: 400, bytes: () => "\u0000\u0001 nonsense\r\n\r\n" },
];

/** Sends each attack; says how many were refused as they must be, and which were not, by the status that came. */
export async function attacked({ port, token }: { port: number; token: string }) {
  const failed: string[] = [];
  for (const { name, status, bytes } of attacks) {
    const given = await statusOf(port, bytes(token, port));
    if (given !== status) failed.push(`${name}: ${given}`);
  }
  return { sent: attacks.length, refused: attacks.length - failed.length, failed };
}

function statusOf(port: number, bytes: string): Promise<number> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    const done = () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0));
    socket.on("data", (data) => (text += data));
    socket.on("error", done);
    socket.on("close", done);
  });
}
