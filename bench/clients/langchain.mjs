// LangChain.js against a running `ergo serve`.

import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { StringOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { ChatOpenAI } from "@langchain/openai";
import { base, check, count, holds, key, leave, refused } from "./check.mjs";

const open = (more = {}) =>
  new ChatOpenAI({ model: "ergo/auto", apiKey: key, maxRetries: 0, configuration: { baseURL: base }, ...more });
const model = open();

await check("answer", async () => {
  const { content, usage_metadata: usage, response_metadata: about } = await model.invoke(leave);
  holds(content, "25 days of paid leave a year. [1]", "Sources:");
  if (about.finish_reason !== "stop" || usage === undefined) throw new Error(JSON.stringify({ about, usage }));
});
await check("stream", async () => {
  let text = "";
  let parts = 0;
  for await (const part of await model.stream(count)) {
    text += part.content;
    parts += 1;
  }
  holds(text, "3 Markdown files");
  if (parts < 2) throw new Error(`${parts} parts`);
});
await check("conversation", async () => {
  const first = await model.invoke([new HumanMessage(count)]);
  const then = await model.invoke([
    new HumanMessage(count),
    new AIMessage(first.content),
    new HumanMessage("and in docs?"),
  ]);
  holds(then.content, "2 Markdown files");
});
await check("chain with a system message", async () => {
  const prompt = ChatPromptTemplate.fromMessages([
    ["system", "Be brief."],
    ["human", "{question}"],
  ]);
  holds(await prompt.pipe(model).pipe(new StringOutputParser()).invoke({ question: leave }), "25 days");
});
await check("batch", async () => {
  const [one, two] = await model.batch([leave, count]);
  holds(one.content, "25 days");
  holds(two.content, "3 Markdown files");
});
await check("responses API", async () => {
  const { text } = await open({ useResponsesApi: true }).invoke([
    new SystemMessage("Be brief."),
    new HumanMessage(leave),
  ]);
  holds(text, "25 days");
});
await check("responses API streamed", async () => {
  let text = "";
  for await (const part of await open({ useResponsesApi: true }).stream(count)) text += part.text;
  holds(text, "3 Markdown files");
});
await check("events of a stream", async () => {
  const kinds = new Set();
  for await (const { event } of model.streamEvents(count, { version: "v2" })) kinds.add(event);
  holds([...kinds].join(" "), "on_chat_model_stream", "on_chat_model_end");
});
await check("called off", async () => {
  const controller = new AbortController();
  const work = model.invoke(leave, { signal: controller.signal });
  controller.abort();
  await refused(() => work, "bort");
  holds((await model.invoke(leave)).content, "25 days");
});
await check("what is not supported is said", async () => {
  const parameters = { type: "object", properties: { days: { type: "number" } }, required: ["days"] };
  const tool = { type: "function", function: { name: "tell", parameters } };
  await refused(() => model.bindTools([tool]).invoke(leave), "400", "tools");
  await refused(() => model.withStructuredOutput(parameters, { name: "tell" }).invoke(leave), "400");
  await refused(() => open({ model: "gpt-4o" }).invoke(leave), "404", "gpt-4o");
  await refused(() => open({ apiKey: "wrong" }).invoke(leave), "401");
});
