import type { External, Externals } from "../../core/external.ts";
import type { Json } from "../../core/journal.ts";
import { faultOf, type Schema } from "../../core/schema.ts";
import { browsing } from "../effects.ts";
import { externalTool } from "./external.ts";
import { type Args, nothing, type Seen, type Tool } from "./tool.ts";

/** Tools of the user's servers that a planner is told of one by one; where there are more, three tools stand for all of them. */
export const direct = 8;

/** Tools that a search gives. */
const found = 5;

/** The names of the three. */
const names: ReadonlySet<string> = new Set(["tools", "describe", "call"]);

/** Whether a name is that of one of the three tools that stand for many. */
export function isCatalogued(name: string): boolean {
  return names.has(name);
}

/**
 * The three tools that stand for those of the user's servers, where there are many: one finds tools by words of what they do, one shows
 * what a tool takes, one calls it, which is the same as a step of that tool itself. None where a planner can be told of each.
 */
export function catalogueOf({ tools }: Pick<Externals, "tools">): Tool[] {
  return tools.length > direct ? [finding(tools), describing(tools), calling(tools)] : [];
}

function finding(tools: readonly External[]): Tool {
  return {
    name: "tools",
    does: `find tools of other programs by words of what they do; there are ${tools.length}`,
    takes: taking("words", "what a tool should do"),
    effect: "read",
    async use({ words }, { ctx }) {
      return await browsing(ctx, { tool: "tools", words: words! }, () => {
        const lines = nearestOf(String(words), tools, found).map((each) => `${each.name}: ${externalTool(each).does}`);
        return lines.length > 0 ? told(lines.join("; ")) : nothing("no tool of another program is described so");
      });
    },
  };
}

function describing(tools: readonly External[]): Tool {
  return {
    name: "describe",
    does: "show what a tool that was found by tools takes, as a schema",
    takes: taking("tool", "the name of the tool"),
    effect: "read",
    async use({ tool: name }, { ctx }) {
      return await browsing(ctx, { tool: "describe", name: name! }, () => {
        const tool = namedIn(tools, String(name));
        return tool ? told(`${tool.name}: ${tool.does}. ${JSON.stringify(tool.takes)}`) : unknown(name);
      });
    },
  };
}

/** A plan's step that calls a tool is a step of that tool (`calledIn`); here it is called by a program, or by a name that there is not. */
function calling(tools: readonly External[]): Tool {
  return {
    name: "call",
    does: "use a tool that was found by tools: its name | what it takes in turn, or as JSON",
    takes: taking("tool", "the name of the tool", { arguments: { type: "object" } }),
    effect: "command",
    async use({ tool: name, arguments: given = {} }, desk) {
      const known = namedIn(tools, String(name));
      if (!known) return unknown(name);
      const tool = externalTool(known);
      const fault = faultOf(tool.takes, given);
      if (fault) return nothing(`${known.name}: ${[...fault.path, fault.message].join(": ")}`);
      return await tool.use(given as Args, desk);
    },
  };
}

/** What a step of a plan calls by its name, and what it gives it; null where it is no such step. Pure. */
export function calledIn(tool: string, said: string): { name: string; said: string } | null {
  const called = tool.toLowerCase() === "call" ? /^`?([\w-]+\.[\w-]+)`?\s*[|:]?\s*(.*)$/s.exec(said) : null;
  return called && { name: called[1]!, said: called[2]! };
}

/** The tool of a name, however it is capitalised. */
export function namedIn(tools: readonly External[], name: string): External | undefined {
  return (
    tools.find((each) => each.name === name) ?? tools.find((each) => each.name.toLowerCase() === name.toLowerCase())
  );
}

/**
 * The tools that words describe best, none of them without a word in common: the sum of the weights of the words that a tool has, where a
 * word weighs the more the fewer have it (inverse document frequency), and twice in a tool's name. Pure.
 */
export function nearestOf(words: string, tools: readonly External[], most: number): External[] {
  const described = tools.map((tool) => ({
    tool,
    name: wordsOf(tool.name.slice(tool.name.indexOf(".") + 1)),
    all: wordsOf(`${tool.name} ${tool.does} ${Object.keys(tool.takes.properties).join(" ")}`),
  }));
  const weights = [...wordsOf(words)].map((word) => {
    const having = described.filter(({ all }) => all.has(word)).length;
    return { word, weight: having === 0 ? 0 : Math.log(1 + tools.length / having) };
  });
  return described
    .map(({ tool, name, all }) => ({
      tool,
      score: weights.reduce(
        (sum, { word, weight }) => sum + (all.has(word) ? weight : 0) + (name.has(word) ? weight : 0),
        0,
      ),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ tool }) => tool);
}

/** Words in small letters, those of a name in one word too (`readLevel`, `read_level`), without the "s" of a plural. */
function wordsOf(text: string): Set<string> {
  const spaced = text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  const words = spaced.match(/\p{L}{2,}|\p{N}+/gu) ?? [];
  return new Set(words.map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, "") : word)));
}

function taking(name: string, description: string, more: Readonly<Record<string, Schema>> = {}): Tool["takes"] {
  const text = { type: "string", minLength: 1, description } as const;
  return { type: "object", required: [name], additionalProperties: false, properties: { [name]: text, ...more } };
}

/** What is known of tools answers no question. */
function told(text: string): Seen {
  return { found: true, text, value: null, rests: { on: "nothing" } };
}

function unknown(name: Json | undefined): Seen {
  return nothing(`there is no tool ${String(name)}; find one by tools`);
}
