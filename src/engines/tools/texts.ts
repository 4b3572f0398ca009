import type { Passage } from "../../core/evidence.ts";
import { shortEnough, toneOf } from "../../core/port.ts";
import { count as counted } from "../count.ts";
import { type Delved, look } from "../delve.ts";
import { observing, retrieving, surveying, understanding, weighing } from "../effects.ts";
import { judge } from "../judge.ts";
import { headsOf, ledByHead } from "./heads.ts";
import { type Args, brief, type Desk, nothing, type Seen, type Tool } from "./tool.ts";

/** Passages that are read, and that a search shows. */
const depth = { cite: 12, search: 5 };

const question = { type: "string", minLength: 1, description: "a question" } as const;

/** Looks for passages; what they say is not read for an answer. */
export const search: Tool = {
  name: "search",
  does: "find the places in the texts that are about something",
  takes: { type: "object", required: ["about"], additionalProperties: false, properties: { about: question } },
  effect: "read",
  async use({ about }, { ctx, ports }) {
    const found = await retrieving(ctx, ports, String(about), depth.search);
    if (found.passages.length === 0) return nothing("no text is about that");
    const reading = ports.read(String(about), found.passages, null);
    const findings = await judge(reading.excerpts.slice(0, 2), found.passages, observing(ctx, ports), ctx);
    const text = brief(found.passages.map(({ title, path }) => `${title} (${path})`).join("; "));
    return { found: true, text, value: null, rests: { on: "texts", delved: { found, reading }, findings } };
  },
};

/**
 * Answers a question from the texts: the sentences that do, each looked at in its file. `except` are answers that led nowhere: the
 * passages that gave them are passed over.
 */
export const cite: Tool = {
  name: "cite",
  does: "answer a question from what the texts say",
  takes: {
    type: "object",
    required: ["question"],
    additionalProperties: false,
    properties: {
      question,
      about: { type: "string", minLength: 1, description: "what to search for instead of the question" },
      except: { type: "array", items: { type: "string" }, description: "answers that are not meant" },
    },
  },
  effect: "read",
  async use(args, { ctx, ports }) {
    const asked = String(args.question);
    const plain = await read(args, { ctx, ports });
    const heads = plain.found.outline ? [] : await headsOf(asked, plain, { ctx, ports });
    const delved = ledByHead(plain, heads);
    const { reading, found } = delved;
    if (reading.excerpts.length === 0) {
      const { outline } = found;
      const seen = nothing(
        outline ? brief(`${outline.title}: ${outline.parts.join("; ")}`) : `nothing was found: ${reading.reason}`,
      );
      return { ...seen, found: outline !== undefined, rests: { on: "texts", delved, findings: [] } };
    }
    const findings = await judge(reading.excerpts, found.passages, observing(ctx, ports), ctx);
    const stands = findings.some((finding) => finding.stands);
    const { short } = reading;
    const value = short && short.share >= shortEnough.tried ? short.text.replace(/[.,;:]$/u, "") : null;
    const [first] = reading.excerpts;
    const place = found.passages[first!.passage]!.title;
    const text = brief([value, place, first!.plain].filter(Boolean).join(": "));
    const answers = stands && toneOf(reading) !== "nearest";
    const why = answers
      ? ""
      : `no answer to "${asked}"${reading.reason === "" ? "" : ` (${reading.reason})`}; nearest: `;
    return { found: answers, text: `${why}${text}`, value, rests: { on: "texts", delved, findings, heads } };
  },
};

/** What is read for a question, once found by its own words or others. */
async function read({ question: asked, about, except }: Args, { ctx, ports }: Omit<Desk, "task">): Promise<Delved> {
  const barred = (Array.isArray(except) ? except : []).map(String);
  if (about === undefined && barred.length === 0) return await look(String(asked), depth.cite, ctx, ports);
  const found = await retrieving(ctx, ports, String(about ?? asked), depth.cite);
  const passages = found.passages.filter((passage) => !barred.some((words) => holds(passage, words)));
  const { weighed, problem } = await weighing(ctx, ports, String(asked), passages);
  const reading = ports.read(String(asked), passages, weighed);
  return { found: { ...found, passages }, reading, ...(problem ? { degraded: [problem] } : {}) };
}

function holds({ text }: Passage, words: string): boolean {
  return text.toLowerCase().includes(words.toLowerCase());
}

/** Counts or lists over all documents. */
export const count: Tool = {
  name: "count",
  does: "count or list all documents that a question asks for",
  takes: { type: "object", required: ["question"], additionalProperties: false, properties: { question } },
  effect: "read",
  async use({ question: asked }, { ctx, ports }): Promise<Seen> {
    const { census } = await understanding(ctx, ports, String(asked));
    const survey = census && (await surveying(ctx, ports, census));
    if (!survey?.found) return nothing("the documents have nothing that could be counted by");
    const findings = await judge(survey.excerpts, survey.retrieved.passages, observing(ctx, ports), ctx);
    const draft = counted(survey, findings, ports.globs);
    const value = /\d[\d,.]*/.exec(survey.text)?.[0] ?? null;
    return { found: true, text: brief(survey.text), value, rests: { on: "claims", draft } };
  },
};
