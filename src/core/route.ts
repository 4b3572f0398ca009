import type { Json } from "./journal.ts";

export type Level = "BYPASS" | "SIMPLE" | "MODERATE" | "COMPLEX";
export type QueryType =
  | "FACTUAL"
  | "RELATIONAL"
  | "COMPARATIVE"
  | "EXPLORATORY"
  | "PROCEDURAL"
  | "ANALYTICAL"
  | "UNKNOWN";
/**
 * EXACT: a figure or a list over the files is asked for, which no quotation can give. FILES: words that ask for one stand in a question that asks for
 * more than that, so that a text may answer it.
 */
export type Flag = "AMBIGUOUS" | "CORPUS" | "AGGREGATION" | "EXACT" | "FILES";
/** An engine of the registry (engines/registry.ts). */
export type EngineName = string;

/** The decision how much reasoning a question deserves, with everything that it rests on. */
export type Route = {
  level: Level;
  /** 0 to 1; SIMPLE < .35 <= MODERATE < .55 <= COMPLEX. */
  score: number;
  type: QueryType;
  flags: Flag[];
  language: "en" | "fr" | "es" | "de";
  /** What the question is about: decides the column of the engine table. */
  about: "content" | "files" | "none";
  /** Id of the recipe that matched, with its filled slots. */
  recipe: { id: string; slots: { [slot: string]: Json } } | null;
  engine: EngineName;
  factors: Record<string, number>;
  reasons: string[];
};
