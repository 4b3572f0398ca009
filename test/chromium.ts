import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";

/** The browser that tests of pages need, where there is one: Debian's package `chromium`. */
export const chromium = ["chromium", "chromium-browser", "google-chrome"].find(
  (name) => spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0,
);

// biome-ignore lint/suspicious/noExplicitAny: what the browser sends is compared, not computed with.
type Sent = any;

export type Page = {
  /** Evaluates an expression in the page; a promise is waited for. */
  evaluate(expression: string): Promise<Sent>;
  /** Presses a key, such as "ArrowDown", in whatever has the focus. */
  press(key: string): Promise<void>;
  /** Types text into whatever has the focus. */
  type(text: string): Promise<void>;
  /** Shows it as to a person who wants it "light" or "dark". */
  scheme(value: string): Promise<void>;
  /** Waits until an expression gives something; gives that. */
  until(expression: string): Promise<Sent>;
  /** Addresses that the page asked for, its own left out. */
  asked: string[];
  /** Errors of scripts, and what the content security policy refused. */
  complaints: string[];
};

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--remote-debugging-pipe",
];

/** Opens a page as `browse` does; it goes with the test. */
export async function openPage(target: string, size = {}): Promise<Page> {
  const closing: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    for (const close of closing) await close();
  });
  return await browse(target, { ...size, closing });
}

type Browse = { width?: number; height?: number; closing: (() => Promise<void>)[] };

/**
 * Opens a file in a browser without network, or an address of this machine, over the DevTools protocol; what closes it is added to
 * `closing`.
 */
export async function browse(target: string, { width = 1280, height = 900, closing }: Browse): Promise<Page> {
  const profile = mkdtempSync(join(tmpdir(), "ergo-chromium-"));
  const child = spawn(chromium!, [...flags, `--user-data-dir=${profile}`, `--window-size=${width},${height}`], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  closing.push(async () => {
    await ended(child);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  const asked: string[] = [];
  const complaints: string[] = [];
  const served = target.startsWith("http:");
  const url = served ? target : pathToFileURL(target).href;
  const loaded = Promise.withResolvers<void>();
  const send = protocol(child, ({ method, params }) => {
    if (method === "Network.requestWillBeSent" && params.request.url !== url) asked.push(params.request.url);
    if (method === "Runtime.exceptionThrown") complaints.push(params.exceptionDetails.exception?.description);
    if (method === "Log.entryAdded") complaints.push(params.entry.text);
    if (method === "Page.loadEventFired") loaded.resolve();
  });
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const call = (method: string, params: object = {}) => send(method, params, sessionId);
  for (const domain of ["Network", "Runtime", "Log", "Page"]) await call(`${domain}.enable`);
  const offline = { offline: !served, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await call("Network.emulateNetworkConditions", offline);
  await call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
  await call("Page.navigate", { url });
  await loaded.promise;
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await call("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  return {
    asked,
    complaints,
    evaluate,
    async until(expression) {
      for (;;) {
        // A page that is being loaded anew can't be asked meanwhile.
        const given = await evaluate(expression).catch((thrown: Error) => {
          if (!/navigated|context/i.test(thrown.message)) throw thrown;
          return undefined;
        });
        if (given) return given;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    scheme: (value) => call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] }),
    async press(key) {
      // Only a key with its text does what the browser itself has it do: "Enter" opens what is closed.
      const enter = { code: "Enter", windowsVirtualKeyCode: 13, text: "\r" };
      const event = key === "Enter" ? { key, ...enter } : { key };
      for (const type of [key === "Enter" ? "keyDown" : "rawKeyDown", "keyUp"])
        await call("Input.dispatchKeyEvent", { type, ...event });
    },
    type: (text) => call("Input.insertText", { text }),
  };
}

/** The protocol over the pipe: JSON messages that end in a NUL. */
function protocol(child: ChildProcess, hear: (event: Sent) => void) {
  const [input, output] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  const waiting = new Map<number, (message: Sent) => void>();
  let rest = "";
  let last = 0;
  output.setEncoding("utf8").on("data", (piece: string) => {
    const messages = (rest + piece).split("\0");
    rest = messages.pop()!;
    for (const message of messages.map((text) => JSON.parse(text))) {
      if (message.id === undefined) hear(message);
      else waiting.get(message.id)!(message);
    }
  });
  return async (method: string, params: object, sessionId?: string): Promise<Sent> => {
    const id = ++last;
    const answer = new Promise<Sent>((resolve) => waiting.set(id, resolve));
    input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const { result, error } = await answer;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}

async function ended(child: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => child.once("close", resolve));
  child.kill();
  await closed;
}
