// The AI SDK, by its provider for servers with OpenAI's interface, against a running `ergo serve`.

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, Output, streamText, tool } from "ai";
import { base, check, count, holds, key, leave, refused } from "./check.mjs";

const open = (apiKey = key) => createOpenAICompatible({ name: "ergo", baseURL: base, apiKey, includeUsage: true });
const model = open()("ergo/auto");
const asking = (more) => ({ model, maxRetries: 0, ...more });

await check("answer", async () => {
  const { text, finishReason, usage } = await generateText(asking({ prompt: leave }));
  holds(text, "25 days of paid leave a year. [1]", "Sources:");
  if (finishReason !== "stop" || usage.totalTokens !== 0) throw new Error(JSON.stringify({ finishReason, usage }));
});
await check("stream, with what is done as reasoning", async () => {
  const streamed = streamText(asking({ prompt: count }));
  let text = "";
  for await (const part of streamed.textStream) text += part;
  holds(text, "3 Markdown files");
  holds(await streamed.reasoningText, "answers by the engine");
});
await check("conversation", async () => {
  const said = (role, content) => ({ role, content });
  const { text } = await generateText(asking({ prompt: count }));
  const messages = [said("user", count), said("assistant", text), said("user", "and in docs?")];
  holds((await generateText(asking({ messages }))).text, "2 Markdown files");
});
await check("an instruction for the system", async () => {
  holds((await generateText(asking({ instructions: "Be brief.", prompt: leave }))).text, "25 days");
});
await check("three at once", async () => {
  const all = await Promise.all([leave, count, leave].map((prompt) => generateText(asking({ prompt }))));
  for (const [at, words] of ["25 days", "3 Markdown files", "25 days"].entries()) holds(all[at].text, words);
});
await check("called off", async () => {
  const controller = new AbortController();
  const work = generateText(asking({ prompt: leave, abortSignal: controller.signal }));
  controller.abort();
  await refused(() => work, "bort");
  holds((await generateText(asking({ prompt: leave }))).text, "25 days");
});
await check("what is not supported is said", async () => {
  const inputSchema = jsonSchema({ type: "object", properties: { days: { type: "number" } } });
  const tools = { tell: tool({ description: "tells", inputSchema }) };
  await refused(() => generateText(asking({ prompt: leave, tools })), "400", "tools");
  await refused(() => generateText(asking({ prompt: leave, output: Output.object({ schema: inputSchema }) })), "400");
  await refused(() => generateText(asking({ model: open()("gpt-4o"), prompt: leave })), "404", "gpt-4o");
  await refused(() => generateText(asking({ model: open("wrong")("ergo/auto"), prompt: leave })), "401");
});
