import type {
  Blind,
  CallFacts,
  ConstantFacts,
  FunctionFacts,
  LinkFacts,
  Query,
  Universe,
} from "../core/observation.ts";
import type { HistoryFacts, KernelFacts, ManifestFacts } from "../core/project.ts";
import { blind } from "./blind.ts";
import type { Content } from "./content.ts";
import type { Stat, Text } from "./observe.ts";

/**
 * Reads what a source file calls, where its imports lead, what its functions measure and what values it writes, and what a manifest says, without the size and hash
 * of the file; and the history of the folder.
 */
export type Sources = {
  calls(path: string, text: string, name: string): Promise<Bare<CallFacts> | Blind>;
  links(path: string, text: string, around: Around): Promise<Bare<LinkFacts> | Blind>;
  functions(path: string, text: string): Promise<Bare<FunctionFacts> | Blind>;
  constants(path: string, text: string): Promise<Bare<ConstantFacts> | Blind>;
  manifest(path: string, text: string): Promise<Bare<ManifestFacts> | Blind>;
  history(signal?: AbortSignal): Promise<HistoryFacts>;
  kernel(name: string, around: Around, signal?: AbortSignal): Promise<KernelFacts | Blind>;
};
type Bare<Facts> = Omit<Facts, "bytes" | "hash">;

/** The folder around a file: what is listed, what could not be, and the text and size of a file. */
export type Around = {
  files: readonly string[];
  skipped: Universe["skipped"];
  text(path: string): Text | Blind;
  stat(path: string): Stat | Blind;
};

export type SourceQuery = Extract<Query, { see: "calls" | "links" | "functions" | "constants" | "manifest" }>;
type SourceFacts = CallFacts | LinkFacts | FunctionFacts | ConstantFacts | ManifestFacts;

export function isOfSource(query: Query): query is SourceQuery {
  return ["calls", "links", "functions", "constants", "manifest"].includes(query.see);
}

/** What a query asks of a source file that was read. */
export async function seeSource(
  query: SourceQuery,
  { facts: { bytes, hash }, text }: Content,
  sources: Sources | undefined,
  around: () => Promise<Around>,
): Promise<SourceFacts | Blind> {
  if (text === null) return blind("binary", `${query.path} holds no text to look at.`);
  if (!sources) return blind("language", `${query.path} was not read as source code.`);
  const seen = await read(query, text, sources, around);
  return seen.ok ? ({ bytes, hash, ...seen } as SourceFacts) : seen;
}

async function read(query: SourceQuery, text: string, sources: Sources, around: () => Promise<Around>) {
  if (query.see === "calls") return await sources.calls(query.path, text, query.name);
  if (query.see === "functions") return await sources.functions(query.path, text);
  if (query.see === "constants") return await sources.constants(query.path, text);
  if (query.see === "manifest") return await sources.manifest(query.path, text);
  return await sources.links(query.path, text, await around());
}

export async function seeHistory(sources: Sources | undefined, signal?: AbortSignal): Promise<HistoryFacts | Blind> {
  return (await sources?.history(signal)) ?? blind("language", "The history of the folder was not read.");
}

export async function seeKernel(
  name: string,
  sources: Sources | undefined,
  around: () => Promise<Around>,
  signal?: AbortSignal,
): Promise<KernelFacts | Blind> {
  if (!sources) return blind("language", "The code of the folder was not measured.");
  return await sources.kernel(name, await around(), signal);
}
