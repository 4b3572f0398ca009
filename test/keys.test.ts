import { writeFileSync } from "node:fs";
import { join } from "node:path";
import OpenAI from "openai";
import { expect, test, vi } from "vitest";
import { sha256 } from "../src/core/digest.ts";
import { openSession } from "../src/index.ts";
import { serve } from "../src/serve/listen.ts";
import { folder } from "./ergo.ts";

/** One server, several folders: each key leads to one, and to no other. */

const counting = "How many Markdown files are there?";

test("a key of the user's own settings leads to its folder alone", async () => {
  const [home, own, papers] = [folder(), folder({ "a.md": "# A\n" }), folder({ "b.md": "# B\n", "c.md": "# C\n" })];
  const keys = { [sha256("secret one")]: papers, [sha256("secret two")]: join(papers, "gone") };
  writeFileSync(join(home, "ergo.yaml"), JSON.stringify({ serve: { keys } }));
  vi.stubEnv("ERGO_HOME", home);
  vi.stubEnv("ERGO_MODEL", "none");
  const serving = await serve({ dir: own, port: 0 });
  const asked = async (key: string) => {
    const client = new OpenAI({ apiKey: key, baseURL: `${serving.url}v1`, maxRetries: 0 });
    const messages = [{ role: "user" as const, content: counting }];
    return (await client.chat.completions.create({ model: "ergo/auto", messages })).choices[0]!.message.content;
  };
  const get = (key: string, path: string) =>
    fetch(new URL(path, serving.url), { headers: { authorization: `Bearer ${key}` } });
  try {
    expect(await asked(serving.token)).toContain("1 Markdown file");
    expect(await asked("secret one")).toContain("2 Markdown files");
    const runs = async (key: string) =>
      ((await (await get(key, "/api/runs")).json()) as { runs: { run: string }[] }).runs;
    const [[mine], [theirs]] = [await runs(serving.token), await runs("secret one")];
    expect((await get("secret one", `/api/runs/${mine!.run}`)).status).toBe(404);
    const view = (await (await get("secret one", `/api/runs/${theirs!.run}/view`)).json()) as { url: string };
    expect((await fetch(new URL(view.url, serving.url))).status).toBe(200);
    const moved = view.url.replace(theirs!.run, mine!.run);
    expect((await fetch(new URL(moved, serving.url))).status).toBe(401);
    expect((await get("secret two", "/api/files")).status).toBe(400);
    for (const wrong of ["secret three", sha256("secret one")])
      expect((await get(wrong, "/api/files")).status).toBe(401);
  } finally {
    await serving.close();
    vi.unstubAllEnvs();
  }
});

test("no folder gives keys, and what is no hash and no path is refused", async () => {
  const [home, key] = [folder(), sha256("x")];
  vi.stubEnv("ERGO_HOME", home);
  const dir = folder({ "ergo.yaml": JSON.stringify({ serve: { keys: { [key]: "/" } } }) });
  const session = await openSession({ dir });
  expect(session.config.serve.keys).toEqual({});
  expect(session.degraded).toMatchObject([{ code: "CONFIG_OWN", message: expect.stringContaining("serve") }]);
  await session.close();
  for (const keys of [{ plain: "/tmp" }, { [key]: "papers" }]) {
    writeFileSync(join(home, "ergo.yaml"), JSON.stringify({ serve: { keys } }));
    await expect(openSession({ dir })).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  }
  vi.unstubAllEnvs();
});
