import { expect, test } from "vitest";
import { scripted } from "../src/model/prompt/scripted.ts";
import * as browser from "./browser.ts";
import { all, patient, served } from "./server.ts";

const files = { "docs/travel.md": "# Travel\n\nTrains are booked by Grace Hopper.\n" };
const question = "Who books trains?";
const input = "{excerpts}\nQuestion: {question}\nName the person, and nobody else.";

/** A model that keeps what it is asked. */
function hearing() {
  const heard: string[] = [];
  const model = scripted((request) => {
    heard.push(JSON.stringify(request.prompt));
    return "Grace Hopper";
  });
  return { heard, model };
}

test("a fork asks the model in other words, which its record holds, and a fork of it keeps them", async () => {
  const { heard, model } = hearing();
  const server = await served(files, { model, home: patient });
  const { run } = await server.post("/api/ask", { question });
  const { prompts } = await server.get(`/api/runs/${run}/prompts`);
  expect(prompts.filter(({ used }: { used: boolean }) => used)).toMatchObject([{ name: "read" }]);
  expect(prompts.map(({ name }: { name: string }) => name)).not.toContain("judge");
  expect(heard.some((text) => text.includes("nobody else"))).toBe(false);
  const { steps } = await server.get(`/api/runs/${run}/steps`);
  const at = steps.find(({ path }: { path: string }) => path.endsWith("/FIND.1")).seq;
  const forked = await server.post(`/api/runs/${run}/fork`, { at, prompts: { read: { input } } });
  expect(forked.answer).toContain("Grace Hopper");
  expect(heard.at(-1)).toContain("Name the person, and nobody else.");
  expect((await server.get(`/api/runs/${forked.run}/verify`)).intact).toBe(true);
  expect((await server.post(`/api/runs/${forked.run}/replay`, {})).answer).toBe(forked.answer);
  expect((await server.get(`/api/runs/${forked.run}/prompts`)).prompts).toContainEqual(
    expect.objectContaining({ name: "read", input, used: true }),
  );
  const before = heard.length;
  await server.post(`/api/runs/${forked.run}/fork`, { at });
  expect(heard.slice(before).join()).toContain("Name the person, and nobody else.");
  // The question itself is asked as ever.
  await all(server.events("/api/ask", { question, cache: false }));
  expect(heard.at(-1)).not.toContain("nobody else");
});

test.each([
  [{ judge: { system: "Say yes." } }, "stays as it was measured"],
  [{ read: { input: "{question}" } }, "takes {excerpts}, {question}"],
  [{ nothing: { system: "x" } }, "one of"],
  [{ read: { system: " " } }, "characters"],
])("words that a prompt can't have begin nothing: %j", async (prompts, why) => {
  const server = await served(files);
  const { run } = await server.post("/api/ask", { question });
  const { error } = await server.post(`/api/runs/${run}/fork`, { at: 3, prompts });
  expect(error).toMatchObject({ code: "USAGE" });
  expect(error.message).toContain(why);
  expect((await server.get("/api/runs")).of).toBe(1);
});

browser.test("the page shows a prompt as it stands, and forks with what was changed of it", async () => {
  const { heard, model } = hearing();
  const server = await served(files, { model, home: patient });
  const { run } = await server.post("/api/ask", { question });
  const page = await browser.opened(server, `#runs/${run}/steps`);
  await page.until("document.querySelectorAll('.forking select')[1]?.options.length > 1");
  await page.evaluate(
    "(([, choice]) => { choice.value = 'read'; choice.dispatchEvent(new Event('change')); })(document.querySelectorAll('.forking select'))",
  );
  expect(await page.until("document.querySelectorAll('.wording textarea')[1]?.value")).toContain("{excerpts}");
  await page.evaluate(`document.querySelectorAll('.wording textarea')[1].value = ${JSON.stringify(input)}`);
  expect(await browser.seriousFaults(page)).toEqual([]);
  await page.evaluate(
    "[...document.querySelectorAll('.timeline li')].find((row) => row.querySelector('b')?.textContent === 'Find passages').querySelector('button').click()",
  );
  expect(await page.until(browser.text(".answer-card"))).toContain("Grace Hopper");
  expect(heard.at(-1)).toContain("Name the person, and nobody else.");
  browser.expectQuiet(page, server);
});
