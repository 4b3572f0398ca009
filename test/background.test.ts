import { expect, test } from "vitest";
import { ergo, folder } from "./ergo.ts";
import { documents } from "./measured.ts";

const painted = "Who painted the old harbour?";

test("a question that is asked in the background is answered when its caller is gone", async () => {
  const dir = folder(documents);
  const env = { ERGO_HOME: folder() };
  const asked = await ergo(["ask", painted, "--engine", "contract", "--background", "--dir", dir], { env });
  expect(asked).toMatchObject({ code: 0, err: "" });
  const run = asked.out.trim();
  const watched = await ergo(["runs", "--watch", "--json", "--dir", dir], { env });
  expect(watched.json().runs).toMatchObject([{ run, status: "done", question: painted }]);
  const answer = (await ergo(["replay", run, "--dir", dir, "--json"], { env })).json();
  expect(answer).toMatchObject({ run, status: "answered", engine: "contract" });
  expect((await ergo(["verify", run, "--dir", dir, "--json"], { env })).json()).toMatchObject({ intact: true });
});

test("text that is piped beside it is its evidence", async () => {
  const dir = folder(documents);
  const env = { ERGO_HOME: folder() };
  const input = "The lamp in the hall is blue.\n";
  const { run } = (
    await ergo(["ask", "What colour is the lamp?", "--background", "--json", "--dir", dir], { env, input })
  ).json();
  await ergo(["runs", "--watch", "--dir", dir], { env });
  const { evidence } = (await ergo(["replay", run, "--dir", dir, "--json"], { env })).json();
  expect(evidence).toMatchObject([{ kind: "stdin", text: expect.stringContaining("blue") }]);
});

test("what stands in its way is said before", async () => {
  const { code, err, out } = await ergo(["ask", painted, "--engine", "guess", "--background", "--dir", folder()]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(/engine guess/);
});

test("a name that is no run's is refused", async () => {
  expect((await ergo(["ask", painted, "--as", "../x", "--dir", folder()])).err).toMatch(/USAGE: --as/);
});
