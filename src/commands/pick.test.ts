import { expect, test } from "vitest";
import { asksForAct, pick } from "./pick.ts";

const request = 'give me sha256 values of whatever is "secret" inside src/ please, friend';

test("the command that is named is filled with words of the request alone", async () => {
  const asked: string[][] = [];
  const proposal = await pick(request, async (_, options) => {
    asked.push(options);
    return "sha256";
  });
  expect(proposal?.line).toBe("find src/ -type f -name '*' -exec sha256sum -- {} +");
  expect(asked[0]!.at(-1)).toBe("none: none of these");
});

test.each(["none", "rm -rf /", "", "sha256; id"])("nothing is proposed where %o is named", async (named) => {
  expect(await pick(request, async () => named)).toBeNull();
});

test("what is outside of the folder fills no slot", async () => {
  expect(await pick("sha256 values of all that lies in /etc/", async () => "sha256")).toBeNull();
});

test("of several values one is named by its number", async () => {
  const said = ["sha256", "2"];
  const proposal = await pick("sha256 values of lib/ or src/, friend", async () => said.shift() ?? null);
  expect(proposal?.line).toContain("find src/ ");
});

test("orders are told from questions", () => {
  const asked = ["Count what lies about", "please rename it all", "Who wrote this?", "show me why?", "the lines of it"];
  expect(asked.map(asksForAct)).toEqual([true, true, false, false, false]);
});
