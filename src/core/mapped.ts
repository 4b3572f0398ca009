/** What is asked of the graph of what the files name: of all of it, of one entity, or of how two are related. */
export type MapAsked = { entity?: string; to?: string };

/**
 * What the graph says of it, in words. `found` where there is what was asked for: the entity, or a way between the two; `sentences` are those of the
 * files that state it, the most telling first.
 */
export type MapTold = { found: boolean; text: string; sentences: string[] };
