import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createSocket, type Socket } from "node:dgram";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { noCompiler, place } from "./program.ts";
import { endScene, filled, makeScene, missing, type Scene, tryInside, tryOutside } from "./scene.ts";

let scene: Scene;
let heard = 0;
const servers: (Server | Socket)[] = [];

beforeEach(async ({ skip }) => {
  skip(missing !== "", missing);
  skip(noCompiler !== "", noCompiler);
  scene = await makeScene({ bare: true });
  place(scene.root);
  heard = 0;
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  if (missing === "" && noCompiler === "") endScene(scene);
});

/** A server that counts who reaches it. */
function listen(at: { host: string; port: number } | { path: string }): Promise<number> {
  const server = createServer((socket) => {
    heard += 1;
    socket.on("error", () => {}).destroy();
  });
  servers.push(server);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(at, () => resolve((server.address() as AddressInfo).port));
  });
}

function listenUdp(): Promise<number> {
  const socket = createSocket("udp4", () => {
    heard += 1;
  });
  servers.push(socket);
  return new Promise((resolve) => socket.bind(0, "127.0.0.1", () => resolve(socket.address().port)));
}

/** No way inside leads to the server; the same line does where nothing confines it. */
async function expectUnheard(line: string): Promise<void> {
  for (const writable of [true, false]) expect((await tryInside(scene, line, writable)).stdout).not.toContain("done");
  expect(heard).toBe(0);
  // Not tryOutside: the server lives in this process, which must not stand still meanwhile.
  const child = spawn("bash", ["-c", filled(line, scene)], { cwd: scene.root, stdio: "ignore" });
  await new Promise((resolve) => child.once("close", resolve));
  await expect.poll(() => heard).toBeGreaterThan(0);
}

describe("services of this machine", () => {
  test("TCP on the loopback", async () => {
    const port = await listen({ host: "127.0.0.1", port: 0 });
    await expectUnheard(`./attempt tcp 127.0.0.1 ${port}`);
  });

  test("TCP by the shell", async () => {
    const port = await listen({ host: "127.0.0.1", port: 0 });
    await expectUnheard(`echo hello > /dev/tcp/127.0.0.1/${port} && echo done`);
  });

  test("TCP on the loopback of version 6", async ({ skip }) => {
    const port = await listen({ host: "::1", port: 0 }).catch(() => 0);
    skip(port === 0, "this machine has no IPv6 loopback");
    await expectUnheard(`./attempt tcp6 ::1 ${port}`);
  });

  test("TCP on the machine's own address", async ({ skip }) => {
    const own = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === "IPv4" && !one.internal);
    skip(own === undefined, "this machine has no address but the loopback");
    const port = await listen({ host: "0.0.0.0", port: 0 });
    await expectUnheard(`./attempt tcp ${own!.address} ${port}`);
  });

  test("UDP", async () => {
    // Sending to nobody is no error: what counts is that nothing arrives.
    const port = await listenUdp();
    await tryInside(scene, `./attempt udp 127.0.0.1 ${port}; echo hello > /dev/udp/127.0.0.1/${port}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toBe(0);
    const child = spawn(join(scene.root, "attempt"), ["udp", "127.0.0.1", `${port}`]);
    await new Promise((resolve) => child.once("close", resolve));
    await expect.poll(() => heard).toBeGreaterThan(0);
  });

  test("a socket outside of the folder", async () => {
    const path = join(scene.outside, "service.sock");
    await listen({ path });
    await expectUnheard(
      `./attempt unix ${path}; ./attempt unix out/service.sock; ./attempt unix ../outside/service.sock`,
    );
  });

  test("a socket in the folder for temporary files", async () => {
    const dir = mkdtempSync(join(tmpdir(), "ergo-socket-"));
    await listen({ path: join(dir, "service.sock") });
    await expectUnheard(`./attempt unix ${join(dir, "service.sock")}`);
    rmSync(dir, { recursive: true, force: true });
  });

  test("a socket in the folder itself", async () => {
    await listen({ path: join(scene.root, "sub/service.sock") });
    await expectUnheard(
      "./attempt unix sub/service.sock; mv sub other; ./attempt unix other/service.sock; mv other sub; ln sub/service.sock l; ./attempt unix l; rm -f l",
    );
  });

  test("an abstract socket", async () => {
    const name = `ergo-${scene.secret}`;
    await listen({ path: `\0${name}` });
    await expectUnheard(`./attempt abstract ${name}`);
  });

  test("a named pipe in the folder", async () => {
    const pipe = join(scene.root, "sub/pipe");
    execFileSync("mkfifo", [pipe]);
    const reader: ChildProcess = spawn("cat", [pipe]);
    let read = "";
    reader.stdout!.on("data", (data) => (read += data));
    await tryInside(scene, "echo inside > sub/pipe; ln sub/pipe l; echo inside > l");
    await tryInside(scene, "echo inside > sub/pipe", false);
    tryOutside(scene, "echo outside > sub/pipe");
    await new Promise((resolve) => reader.once("close", resolve));
    expect(read).toBe("outside\n");
  });
});

describe("the network", () => {
  test("has no interface but the loopback of its own", async () => {
    const ran = await tryInside(scene, "tail -n +3 /proc/net/dev | cut -d: -f1; tail -n +2 /proc/net/route");
    expect(ran.stdout.trim()).toBe("lo");
  });

  test("answers no name", async () => {
    const ran = await tryInside(scene, "getent hosts example.org; echo > /dev/tcp/example.org/80");
    expect(ran.exit).not.toBe(0);
    expect(ran.stdout).toBe("");
  });

  test("can be used among the command's own processes", async ({ skip }) => {
    skip((await tryInside(scene, "command -v perl")).exit !== 0, "there is no Perl");
    const server = `perl -MIO::Socket::INET -e '$s=IO::Socket::INET->new(Listen=>1,LocalAddr=>"127.0.0.1",LocalPort=>8099);print {$s->accept} "served\n"'`;
    const ran = await tryInside(
      scene,
      `${server} & for i in $(seq 50); do sleep 0.02; cat < /dev/tcp/127.0.0.1/8099 2>/dev/null && break; done`,
    );
    expect(ran.stdout).toBe("served\n");
  });

  // AF_PACKET, AF_NETLINK's raw kin, AF_BLUETOOTH, AF_ALG, AF_VSOCK (which network namespaces don't divide), AF_XDP.
  test.each([17, 31, 38, 40, 44])("makes no socket of family %i", async (family) => {
    expect((await tryInside(scene, `./attempt family ${family} 3; ./attempt family ${family} 1`)).stdout).toMatch(
      /^(refused: Address family not supported by protocol\n){2}$/,
    );
  });
});
