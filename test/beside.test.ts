import { expect, test } from "vitest";
import { held, served } from "./server.ts";

/** What goes on beside a run that waits for a model, and what has its turn. */

const files = {
  "docs/leave.md": "# Leave\n\nEmployees get 25 days of paid leave a year.\n",
  "docs/travel.md": "# Travel\n\nTrains are booked by Grace Hopper. Flights are approved by Ada Lovelace.\n",
};
const counting = "How many Markdown files are there?";

test("exact questions and searches go on beside a run that waits for a model, and each has used what is its own", async () => {
  const model = held("Trains are booked by Grace Hopper.");
  const server = await served(files, { model });
  const asked = server.post("/api/ask", { question: "Who books trains?" });
  await model.asked(1);
  const exact = await server.post("/api/ask", { question: counting });
  expect(exact).toMatchObject({ status: "answered", usage: { byRole: {} } });
  expect(await server.post("/api/search", { question: "paid leave" })).toMatchObject({ hits: expect.any(Array) });
  model.release();
  expect(await asked).toMatchObject({ status: "answered", usage: { byRole: { worker: {} } } });
});

test("a model of this machine speaks to one run at a time; the next is told that it waits, and may leave", async () => {
  const model = held("Trains are booked by Grace Hopper.");
  const server = await served(files, { model });
  const question = "Who books trains?";
  const first = server.post("/api/ask", { question });
  await model.asked(1);
  const waits = async () => {
    const events = server.events("/api/ask", { question, cache: false });
    for await (const { event, data } of events) if (event === "progress" && data.path === "queue") return data.text;
  };
  const { run } = await server.post("/api/ask", { question, cache: false, background: true });
  expect(await waits()).toMatch(/^waits for [12] before it$/);
  expect(model.count()).toBe(1);
  expect(await (await server.fetch(`/api/runs/${run}`, { method: "DELETE" })).json()).toMatchObject({
    status: "cancelled",
  });
  model.release();
  const { status, usage } = await first;
  expect(status).toBe("answered");
  const again = await server.post(`/api/runs/${run}/resume`, {});
  expect(again).toMatchObject({ run, status, usage: { calls: usage.calls } });
});
