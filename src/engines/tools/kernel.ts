import type { Draft } from "../../core/answer.ts";
import { createBoard } from "../../proof/board.ts";
import { exhibit, exhibitCalculation } from "../../proof/exhibit.ts";
import { observing } from "../effects.ts";
import { blank } from "../state.ts";
import { brief, nothing, type Tool } from "./tool.ts";

/** Rows that are told. */
const most = 8;

/** Which kernel tells what; `test/tools.test.ts` holds them against those that there are. */
export const kernelWords: Readonly<Record<string, string>> = {
  recommendations: "what to do first",
  risk: "the riskiest files",
  security: "secrets and dangerous calls",
  hotspots: "what is complex and changes often",
  cochange: "files that change together",
  trend: "how the code grew",
  metrics: "the most complex functions",
  cohesion: "types that fall apart",
  structure: "broken imports, cycles, coupling",
  dead: "what nothing uses",
  duplicates: "code that stands twice",
  tests: "what no test reaches",
  documentation: "what documents say that is not so",
  manifests: "versions and dependencies",
  scan: "functions and types",
};

/** Rows that a kernel of `ergo code` measures: supported by what was seen, as the language of claims has no words for them. */
export const kernel: Tool = {
  name: "kernel",
  does: `measure the code of the folder: ${Object.entries(kernelWords)
    .map(([name, means]) => `${name} (${means})`)
    .join(", ")}`,
  takes: {
    type: "object",
    required: ["kernel"],
    additionalProperties: false,
    properties: {
      kernel: { type: "string", minLength: 1, description: "one of those names" },
      in: { type: "string", minLength: 1, description: "a glob of the files that the rows are about" },
    },
  },
  effect: "read",
  async use({ kernel: named, in: glob }, { ctx, ports }) {
    const wanted = String(named).trim().toLowerCase();
    if (!Object.hasOwn(kernelWords, wanted)) return nothing(`there is no kernel ${wanted}`);
    const untrue = wanted === "documentation" ? " -found" : "";
    const name = `${wanted}${untrue}${glob === undefined ? "" : ` in=${encodeURIComponent(String(glob))}`}`;
    const board = createBoard();
    board.add(await observing(ctx, ports)([{ see: "kernel", path: ".", name }]));
    const observation = board.kernel(name);
    if (!observation?.seen.ok) return nothing("the code of the folder can't be measured");
    const { rows, some, open } = observation.seen;
    const told = rows.slice(0, most).map(({ path, line, text }) => `${path}${line === null ? "" : `:${line}`} ${text}`);
    const also = some > told.length ? `; and ${some - told.length} more` : "";
    const answer = told.length === 0 ? `The kernel ${wanted} tells of nothing.` : `${told.join("; ")}${also}.`;
    const sights = rows.slice(0, most).map(({ path, line, text }) => ({ path, line: line ?? 1, text }));
    const evidence = [
      exhibitCalculation({ calculated: `calculated from 1 of what was seen: ${brief(answer)}` }),
      ...(sights.length > 0
        ? sights.map((show) => exhibit({ seen: observation, show }))
        : [exhibit({ seen: observation })]),
    ].map((each, at) => ({ ...each, id: `${at + 1}` }));
    const draft: Draft = {
      ...blank("success", [answer, ...open.slice(0, 1).map((why) => `Not complete: ${why}.`)].join("\n")),
      claims: [{ text: answer, verdict: "supported", evidence: evidence.map(({ id }) => id) }],
      evidence,
      universe: { files: 0, skipped: 0, globs: ports.globs },
    };
    return { found: rows.length > 0, text: brief(answer), value: null, rests: { on: "claims", draft } };
  },
};
