import fc from "fast-check";
import { expect, test } from "vitest";
import type { Claim } from "../core/claim.ts";
import type { ErgoError } from "../core/error.ts";
import { keywords, parseClaim } from "./grammar.ts";
import { printClaim } from "./print.ts";

const at = 0;
const ident = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,6}$/).filter((word) => !keywords.includes(word));
const literal = fc.oneof(
  fc.stringMatching(/^-?[0-9]{1,4}(\.[0-9]{1,3})?$/).map((text): Claim => ({ is: "number", text, at })),
  fc.string({ unit: "binary" }).map((value): Claim => ({ is: "string", value, at })),
  fc
    .tuple(
      fc.string().filter((text) => /^(?:[^\\]|\\[^/])*$/s.test(text)),
      fc.subarray(["i", "m", "s"]),
    )
    .map(([source, flags]): Claim => ({ is: "regex", source, flags: flags.join(""), at })),
  ident.map((name): Claim => ({ is: "name", name, at })),
);

type Tree = { claim: Claim; term: Claim; call: Claim };
const { claim: anyClaim } = fc.letrec<Tree>((tie) => ({
  call: fc
    .tuple(ident, fc.array(tie("claim"), { maxLength: 3 }))
    .map(([name, args]): Claim => ({ is: "call", name, args, at })),
  term: fc.oneof({ depthSize: "small" }, literal, tie("call")),
  claim: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    tie("term"),
    fc
      .tuple(tie("term"), fc.constantFrom("=", "!=", "<", "<=", ">", ">="), tie("term"))
      .map(([left, operator, right]) => ({ is: "compare", left, operator, right, at }) as Claim),
    fc.tuple(tie("term"), tie("call")).map(([item, set]) => ({ is: "in", item, set, at }) as Claim),
    tie("claim").map((part): Claim => ({ is: "not", part, at })),
    fc
      .tuple(fc.constantFrom("all", "any"), ident, tie("call"), tie("claim"))
      .map(([quantifier, name, set, body]) => ({ is: "quant", quantifier, name, set, body, at }) as Claim),
    fc
      .tuple(fc.constantFrom("and", "or"), fc.array(tie("claim"), { minLength: 2, maxLength: 3 }))
      .map(([is, parts]) => ({ is, parts, at }) as Claim),
  ),
}));

test("reading what was printed gives the claim back, and printing is stable", () => {
  fc.assert(
    fc.property(anyClaim, (claim) => {
      const text = printClaim(claim);
      expect(withoutPlaces(parseClaim(text))).toEqual(withoutPlaces(claim));
      expect(printClaim(parseClaim(text))).toBe(text);
    }),
  );
});

test("`and` binds tighter than `or`, and a quantifier reaches over one unary claim", () => {
  expect(parseClaim("a() or b() and not c()").is).toBe("or");
  expect(parseClaim('all x in f("*"): a(x) and b()').is).toBe("and");
  expect(parseClaim('all x in f("*"): (a(x) and b(x))').is).toBe("quant");
  expect(printClaim(parseClaim(" (  (a( ) )or\n(b()or c()))"))).toBe("a() or (b() or c())");
});

test("nodes know where they stand", () => {
  expect(parseClaim('not lines("a") = 3')).toMatchObject({
    at: 0,
    part: { at: 4, left: { at: 4, args: [{ at: 10 }] }, right: { at: 17 } },
  });
});

test("hostile strings and patterns survive", () => {
  const claim = parseClaim('matches("we\\"ird\\n\\u00e9[1]*.md", /a\\/b[\\/]c\\\\/) or x') as Claim & { is: "or" };
  expect(claim.parts[0]).toMatchObject({ args: [{ value: 'we"ird\né[1]*.md' }, { source: "a/b[/]c\\\\" }] });
});

test.each([
  ["", 1, "too early"],
  ["lines(", 7, "too early"],
  ["lines)", 6, "unexpected"],
  ['lines("a") == 3', 13, "unexpected"],
  ['"a', 1, "does not end"],
  ['"\\x"', 1, "not valid JSON"],
  ["/a", 1, "does not end"],
  ["/a/g", 4, "flags"],
  ["3x", 2, "in a number"],
  ["1.2.3", 4, "in a number"],
  ["a & b", 3, "unexpected"],
  ["all and in f()", 5, "unexpected"],
  ["all x in y: z", 10, "unexpected"],
  ['(lines("a")) = 3', 14, "unexpected"],
  ['exists("a") exists("b")', 13, "unexpected"],
  ["“a”", 1, "unexpected"],
])("%j is refused at character %i", (text, place, message) => {
  const error = refusal(() => parseClaim(text));
  expect(error.code).toBe("CLAIM_SYNTAX");
  expect(error.parts.at).toBe(place);
  expect(error.message).toContain(message);
  expect(error.remedy).not.toBe("");
});

test.each(["(", "not ", "a(", "all x in f(): "])("nesting %j without end is refused, not a crash", (open) => {
  expect(refusal(() => parseClaim(open.repeat(100_000))).message).toContain("nested deeper");
  expect(() => parseClaim(`${"(".repeat(150)}a${")".repeat(150)}`)).not.toThrow();
});

function refusal(run: () => unknown): ErgoError {
  try {
    run();
  } catch (error) {
    return error as ErgoError;
  }
  throw new Error("nothing was refused");
}

function withoutPlaces(claim: Claim): unknown {
  return JSON.parse(JSON.stringify(claim, (key, value) => (key === "at" ? undefined : value)));
}
