import fc from "fast-check";
import { expect, test } from "vitest";
import { createBoard } from "./board.ts";
import { check } from "./check.ts";
import { decide } from "./decide.ts";
import { claims } from "./fixtures/claims.ts";
import { alternative, clear, fogs, observe, places, worlds } from "./fixtures/fog.ts";
import { isTrue } from "./fixtures/truth.ts";
import { look, type Place, type World } from "./fixtures/world.ts";
import { parseClaim } from "./grammar.ts";
import { printClaim } from "./print.ts";

const runs = Number(process.env.PROOF_RUNS ?? 3000);
const others = fc.array(fc.tuple(fc.array(places, { minLength: 6, maxLength: 6 }), fc.boolean()), {
  minLength: 6,
  maxLength: 6,
});

test("what is provable holds, and what is refutable fails, in every world that looks the same", () => {
  const decidedAs = { provable: 0, refutable: 0, undecidable: 0 };
  fc.assert(
    fc.property(claims(2), worlds, fogs, others, (claim, world, fog, more) => {
      const { verdict } = check(claim, createBoard(observe(world, fog)));
      decidedAs[verdict]++;
      if (verdict === "undecidable") return;
      const alike = more.map(([all, reading]) => alternative(world, fog, all, reading));
      const wrong = [world, ...alike].find((one) => isTrue(claim, one) !== (verdict === "provable"));
      expect(wrong, printClaim(claim)).toBeUndefined();
    }),
    { numRuns: runs },
  );
  for (const count of Object.values(decidedAs)) expect(count).toBeGreaterThan(runs / 20);
});

test("in a folder that hides nothing, every claim that has a value is decided, and rightly", () => {
  fc.assert(
    fc.property(claims(2), worlds, (claim, world) => {
      const open = withoutSecrets(world);
      if (printClaim(claim).match(/fact\(|line\(|1\/0|1970|none\/\*/)) return;
      const { verdict } = check(claim, createBoard(observe(open, clear)));
      expect(verdict, printClaim(claim)).toBe(isTrue(claim, open) ? "provable" : "refutable");
    }),
    { numRuns: runs },
  );
});

test("looking only where it matters gives the verdict of looking everywhere", async () => {
  await fc.assert(
    fc.asyncProperty(claims(2), worlds, async (claim, world) => {
      const everything = check(claim, createBoard(observe(world, clear)));
      const board = createBoard();
      const decided = await decide(claim, board, async (queries) => queries.map((query) => look(world, query)));
      expect(decided.verdict, printClaim(claim)).toBe(everything.verdict);
      expect(decided.needs).toEqual([]);
      const again = check(parseClaim(decided.claim), createBoard(JSON.parse(JSON.stringify(board.observations))));
      expect(again).toEqual(decided);
    }),
    { numRuns: runs / 3 },
  );
});

/** Every place a plain text file, so that every term about it has a value. */
function withoutSecrets(world: World): World {
  const plain = [...world.places].map(([path, place]): [string, Place] => {
    return [path, { ...place, kind: "file", binary: false, hidden: [], perhaps: [] }];
  });
  return { ...world, places: new Map(plain) };
}
