/** The token of this server, as the opened address brought it. */
const kept = "ergo-token";

export function keepToken(token) {
  localStorage.setItem(kept, token);
}

/** What the server refuses or can't do: a code, a message and a way out. */
export function failureOf(thrown) {
  if (thrown?.message !== undefined && thrown.code !== undefined) return thrown;
  return { code: "UNREACHABLE", message: "the server does not answer", remedy: "see whether `ergo serve` still runs" };
}

/** Gives what a door of the API gives. Throws its error. */
export async function get(path) {
  return await read(await send(path, {}));
}

export async function post(path, body, method = "POST") {
  const response = await send(path, { method, body: body === undefined ? undefined : JSON.stringify(body) });
  return await read(response);
}

/** Posts, and tells each event as it comes. Throws the error of the door; when `signal` is called off, it ends. */
export async function stream(path, { body, after, signal }, tell) {
  const headers = { accept: "text/event-stream", ...(after === undefined ? {} : { "last-event-id": String(after) }) };
  const method = body === undefined ? "GET" : "POST";
  const response = await send(path, { method, headers, signal, body: body && JSON.stringify(body) });
  if (!response.ok) throw (await response.json()).error;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const frames = (rest + value).split("\n\n");
    rest = frames.pop();
    for (const frame of frames) {
      const fields = Object.fromEntries(
        frame.split("\n").map((line) => [line.split(": ", 1)[0], line.slice(line.indexOf(": ") + 2)]),
      );
      if (fields.data !== undefined) tell(fields.event, visibleIn(JSON.parse(fields.data)));
    }
  }
}

async function send(path, { headers, ...options }) {
  const token = localStorage.getItem(kept) ?? "";
  const type = options.body === undefined ? {} : { "content-type": "application/json" };
  return await fetch(path, { ...options, headers: { authorization: `Bearer ${token}`, ...type, ...headers } });
}

async function read(response) {
  const value = visibleIn(await response.json());
  if (!response.ok) throw value.error;
  return value;
}

/** Characters that act on a text or hide in it, which files may hold: they are written out. */
const hidden = /[[\p{Cc}\p{Cf}]--[\n\t\u200c\u200d\u0600-\u0605\u06dd\u070f]]/gv;

function visibleIn(value) {
  if (typeof value === "string") {
    return value.replace(hidden, (character) => `\\u${character.codePointAt(0).toString(16).padStart(4, "0")}`);
  }
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(visibleIn);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, visibleIn(each)]));
}
