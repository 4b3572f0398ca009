import { describe, expect, test } from "vitest";
import type { Generate, Model } from "../../src/core/model.ts";
import { type Answer, listening, modelOf, protocolNames, protocols, unwrap } from "./serving.ts";

/** What becomes of servers that fail, each fault a real one over real HTTP. */

const request: Generate = { prompt: "Say it.", maxTokens: 20, temperature: 0, stop: [] };
const chat: Generate = { ...request, prompt: [{ role: "user", content: "Say it." }] };
const fails = (model: Model, code: string, says: RegExp) =>
  expect(model.generate(request)).resolves.toMatchObject({
    ok: false,
    error: { code, message: expect.stringMatching(says), remedy: expect.stringMatching(/.+/) },
  });

describe.each(protocolNames)("%s", (protocol) => {
  const { pieces, error } = protocols[protocol];
  const all = (texts: string[]) => pieces(texts).join("");

  test("an answer in odd pieces is put together", async () => {
    const { model } = await modelOf(protocol, (response) => {
      const bytes = Buffer.from(all(["Grüße, ", "Welt – ", "日本"]));
      for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7));
      response.end();
    });
    expect(unwrap(await model.generate(request))).toMatchObject({ text: "Grüße, Welt – 日本", finish: "stop" });
  });

  test("a stream that is cut", async () => {
    const { model } = await modelOf(protocol, (response) => {
      response.write(pieces(["half a "])[0]);
      setTimeout(() => response.destroy(), 5);
    });
    await fails(model, "MODEL_FAILED", /broke off/);
  });

  test("a stream that ends without its end", async () => {
    const { model } = await modelOf(protocol, (response) => response.end(pieces(["half a "])[0]));
    await fails(model, "MODEL_FAILED", /broke off/);
  });

  test("a server that stalls, before and within its answer", async () => {
    const limits = { firstMs: 60, idleMs: 60 };
    const silent = await modelOf(protocol, () => undefined, limits);
    await fails(silent.model, "MODEL_FAILED", /did not begin within 0.06 s/);
    const stalling = await modelOf(protocol, (response) => response.write(pieces(["a "])[0]), limits);
    await fails(stalling.model, "MODEL_FAILED", /sent nothing for 0.06 s/);
  });

  test("status 500, with JSON and with a page", async () => {
    const { model } = await modelOf(protocol, (response) => {
      response.writeHead(500).end(JSON.stringify(error("out of memory")));
    });
    await fails(model, "MODEL_FAILED", /out of memory \(status 500\)/);
    const page = await modelOf(protocol, (response) => response.writeHead(502).end("<h1>Bad gateway</h1>"));
    await fails(page.model, "MODEL_FAILED", /Bad gateway/);
  });

  test("an error in the middle of a stream", async () => {
    const line = JSON.stringify(error("the runner crashed"));
    const { model } = await modelOf(protocol, (response) => {
      response.write(pieces(["a "])[0]);
      response.end(protocol === "ollama" ? `${line}\n` : `data: ${line}\n\n`);
    });
    await fails(model, "MODEL_FAILED", /the runner crashed/);
  });

  test("what is no JSON", async () => {
    const wrong = protocol === "ollama" ? "<html>\n" : "data: <html>\n\n";
    const { model } = await modelOf(protocol, (response) => response.end(wrong));
    await fails(model, "MODEL_ADDRESS", /a web page/);
  });

  test.each([
    "the request exceeds the available context size, try increasing it",
    "This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens.",
    "prompt is too long for the context window",
  ])("a context overflow: %s", async (message) => {
    const { model } = await modelOf(protocol, (response) => {
      response.writeHead(400).end(JSON.stringify(error(message)));
    });
    await fails(model, "MODEL_CONTEXT", /does not fit/);
  });

  test("a redirect is not followed, wherever it leads", async () => {
    let other = 0;
    const away = await listening((_, response) => {
      other++;
      response.end("{}");
    });
    for (const location of [away, "http://203.0.113.7/"]) {
      const { model } = await modelOf(protocol, (response) => response.writeHead(307, { location }).end());
      await fails(model, "MODEL_ADDRESS", /redirects are not followed/);
    }
    expect(other).toBe(0);
  });

  test("an answer without end stops at the limit of bytes, and when aborted", async () => {
    const endless: Answer = (response) => {
      const more = () => {
        while (!response.destroyed && response.write(pieces(["word "])[0]));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    };
    const { model } = await modelOf(protocol, endless, { bytes: 100_000 });
    await fails(model, "MODEL_FAILED", /longer than 100000 bytes/);
    const other = await modelOf(protocol, endless);
    const stop = new AbortController();
    const told = () => stop.abort();
    expect(unwrap(await other.model.generate(request, stop.signal, told)).finish).toBe("abort");
  });

  test("nothing that listens, and an address that is not of this machine", async () => {
    const url = await listening((_, response) => response.end());
    const port = Number(new URL(url).port);
    const gone = await protocols[protocol].open(`http://127.0.0.1:${port === 1 ? 2 : 1}`);
    expect(gone).toMatchObject({ ok: false, error: { code: "MODEL_UNREACHABLE" } });
    for (const away of ["http://203.0.113.7", "http://localhost.example.com", "http://0.0.0.0:1"]) {
      const refused = await protocols[protocol].open(away);
      expect(refused).toMatchObject({ ok: false, error: { code: "MODEL_REMOTE" } });
    }
  });

  test("thinking is told apart, inline and in a field, and its lines end nothing", async () => {
    const inline = await modelOf(protocol, (r) =>
      r.end(all(["<thi", "nk>\nfirst,\n\nthen", "</think>\n\nYes", ".\nNo."])),
    );
    const shown: string[] = [];
    const given = await inline.model.generate({ ...chat, stop: ["\n"] }, undefined, (text) => shown.push(text));
    expect(unwrap(given)).toMatchObject({ text: "Yes.", thinking: "first,\n\nthen", finish: "stop" });
    expect(shown.join("")).toBe("Yes.");
    const apart = await modelOf(protocol, (response) => {
      const thought =
        protocol === "ollama" ? { message: { thinking: "hm" } } : { choices: [{ delta: { reasoning_content: "hm" } }] };
      const line = JSON.stringify(thought);
      response.end((protocol === "ollama" ? `${line}\n` : `data: ${line}\n\n`) + all(["Yes."]));
    });
    expect(unwrap(await apart.model.generate(chat))).toMatchObject({ text: "Yes.", thinking: "hm" });
    const unclosed = await modelOf(protocol, (r) => r.end(all(["<think>and so on"])));
    expect(unwrap(await unclosed.model.generate(chat))).toMatchObject({ text: "", thinking: "and so on" });
  });

  test("a model is told not to think, unless it is asked to", async () => {
    const { model, asked } = await modelOf(protocol, (r) => r.end(all(["Yes."])));
    await model.generate(chat);
    await model.generate({ ...chat, think: true });
    const said = asked.map(
      ({ think, chat_template_kwargs: kwargs }) => think ?? (kwargs as { enable_thinking?: boolean }).enable_thinking,
    );
    expect(said).toEqual([false, true]);
  });
});
