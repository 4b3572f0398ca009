import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Generated } from "../../src/core/model.ts";
import { scripted } from "../../src/model/prompt/scripted.ts";
import { compatibleServer } from "../../src/server/compatible.ts";

/** A model behind OpenAI's interface on this machine that says nothing before it is told to: no run waits by chance. */
export async function silentModel() {
  const free = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  const { generate, ...rest } = scripted(() => "It stands in a hall.");
  const model = {
    ...rest,
    async generate(...[request, signal, told]: Parameters<typeof generate>): ReturnType<typeof generate> {
      first.resolve();
      const gone = new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));
      await Promise.race([free.promise, gone]);
      const nothing: Generated = { text: "", finish: "abort", tokensIn: 0, tokensOut: 0 };
      return signal?.aborted ? { ok: true, value: nothing } : await generate(request, signal, told);
    },
  };
  const server = createServer(compatibleServer([{ id: "silent", model }]));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    name: `http://127.0.0.1:${port}/v1#silent`,
    asked: first.promise,
    answer: () => free.resolve(),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
