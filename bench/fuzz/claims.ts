import fc from "fast-check";
import { createBoard } from "../../src/proof/board.ts";
import { check } from "../../src/proof/check.ts";
import { claims } from "../../src/proof/fixtures/claims.ts";
import { alternative, fogs, observe, places, worlds } from "../../src/proof/fixtures/fog.ts";
import { isTrue } from "../../src/proof/fixtures/truth.ts";
import { printClaim } from "../../src/proof/print.ts";
import type { Target } from "./target.ts";

/** Claims of one attempt, each over a folder of its own and six others that look the same. */
const batch = 200;

const place = fc.array(places, { minLength: 6, maxLength: 6 });
const others = fc.array(fc.tuple(place, fc.boolean()), { minLength: 6, maxLength: 6 });
const made = fc.tuple(claims(2), worlds, fogs, others);

/** Verdicts against an evaluator that enumerates, in every made-up folder that looks as the one that was looked at. */
export const target: Target = {
  about:
    "claims over made-up folders of which parts can't be seen: what is provable must hold, and what is refutable fail, in each that looks the same, by plain enumeration",
  async attempt(random) {
    const some = fc.sample(made, { seed: Math.floor(random() * 2 ** 31), numRuns: batch });
    for (const [claim, world, fog, more] of some) {
      const { verdict } = check(claim, createBoard(observe(world, fog)));
      if (verdict === "undecidable") continue;
      const alike = more.map(([all, reading]) => alternative(world, fog, all, reading));
      const isWrong = [world, ...alike].some((one) => isTrue(claim, one) !== (verdict === "provable"));
      if (isWrong) return { tried: batch, wrong: `${verdict}: ${printClaim(claim)}` };
    }
    return { tried: batch, wrong: null };
  },
};
