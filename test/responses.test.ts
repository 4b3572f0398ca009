import OpenAI from "openai";
import { expect, test } from "vitest";
import { type Served, served } from "./server.ts";

const files = {
  "docs/leave.md": "# Leave\n\nEmployees get 25 days of paid leave a year.\n",
  "docs/travel.md": "# Travel\n\nTrains are booked by Grace Hopper.\n",
  "notes.md": "# Notes\n",
};

/** The official client, pointed at a server. */
const clientOf = ({ url, token }: Served) => new OpenAI({ apiKey: token, baseURL: `${url}v1`, maxRetries: 0 });
const user = (content: string) => ({ role: "user", content }) as const;
const counting = "How many Markdown files are there?";

test("responses go on from the one before by its name, in one piece and as events", async () => {
  const client = clientOf(await served(files));
  const first = await client.responses.create({ model: "ergo/auto", input: counting });
  expect(first.output_text).toContain("3 Markdown files");
  const body = { model: "ergo/auto", input: [user("and in docs?")], previous_response_id: first.id };
  const second = await client.responses.create(body);
  expect(second.output_text).toContain("2 Markdown files");
  const stream = client.responses.stream(body);
  const types: string[] = [];
  for await (const event of stream) types.push(event.type);
  expect(types.slice(0, 2)).toEqual(["response.created", "response.in_progress"]);
  expect(types.at(-1)).toBe("response.completed");
  const final = await stream.finalResponse();
  expect(final.output_text).toContain("2 Markdown files");
  expect(final.output.map(({ type }) => type)).toEqual(["reasoning", "message"]);
  const { output_text, output, status, model } = await client.responses.retrieve(second.id);
  expect({ output_text, output, status }).toEqual({
    output_text: second.output_text,
    output: second.output,
    status: "completed",
  });
  expect(model).toBe("ergo/exact");
  for (const id of ["resp_x", "resp_20200101-000000-abcdef"])
    await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404, code: "RUN_UNKNOWN" });
  await expect(client.responses.create({ ...body, previous_response_id: "resp_x" })).rejects.toMatchObject({
    status: 400,
  });
});

test("a response that was streamed is given back whole, as clients keep a conversation, and goes on", async () => {
  const client = clientOf(await served(files));
  const ask = { model: "ergo/auto", input: [user(counting)] };
  const { output } = await client.responses.stream(ask).finalResponse();
  expect(output.map(({ type }) => type)).toEqual(["reasoning", "message"]);
  const input = [...ask.input, ...output, user("and in docs?")] as OpenAI.Responses.ResponseInput;
  expect((await client.responses.create({ ...ask, input })).output_text).toContain("2 Markdown files");
});

test("what a response can't be is said before anything begins, and what counts for nothing is named", async () => {
  const server = await served(files);
  const client = clientOf(server);
  const ask = { model: "ergo/auto", input: counting };
  const format = { type: "json_schema", name: "x", schema: { type: "object" } } as const;
  const wrong: [Partial<OpenAI.Responses.ResponseCreateParamsNonStreaming>, string][] = [
    [{ text: { format } }, "an answer as json_schema"],
    [{ conversation: "conv_1" }, "previous_response_id"],
    [{ previous_response_id: "resp_20200101-000000-abcdef" }, "there is no response"],
    [{ stream: "true" as unknown as false }, "stream: true or false"],
    [{ input: "x".repeat(40_000) }, "32768 characters"],
    [{ input: " " }, "empty"],
  ];
  for (const [part, why] of wrong) {
    const error = await client.responses.create({ ...ask, ...part }).catch((thrown: Error) => thrown);
    expect(error, why).toBeInstanceOf(OpenAI.APIError);
    expect((error as Error).message).toContain(why);
  }
  expect((await server.get("/api/runs")).of).toBe(0);
  const made = await client.responses.create({
    ...ask,
    text: { verbosity: "low" },
    ...({ only: "docs/**" } as object),
  });
  expect(made).toMatchObject({ ergo: { unused: ["only"] } });
});
