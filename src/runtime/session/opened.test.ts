import { renameSync } from "node:fs";
import { expect, test } from "vitest";
import { unconfined } from "../../../test/confined.ts";
import { folder } from "../../../test/ergo.ts";
import { ErgoError } from "../../core/error.ts";
import { openSession } from "./session.ts";

test("a sandbox that could not be opened is opened by the next who asks, and stays", async ({ skip }) => {
  if (unconfined !== undefined) skip(unconfined);
  const dir = folder({ "a.md": "# A\n" });
  const session = await openSession({ dir, models: ["worker=none"] });
  renameSync(dir, `${dir}-away`);
  await expect(session.sandbox()).rejects.toThrow("ENOENT");
  renameSync(`${dir}-away`, dir);
  const [second, third] = [await session.sandbox(), await session.sandbox()];
  expect(second).not.toBeInstanceOf(ErgoError);
  expect(third).toBe(second);
  await session.close();
});
