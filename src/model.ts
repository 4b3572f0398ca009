/** `ergo/model`: language models on this machine, and those of the AI SDK. */

/** A language model, what it is asked, and what it gives. */
export type { Form, Generate, Generated, Message, Model, Result } from "./core/model.ts";
/** A model in this process, by llama.cpp. */
export { type Embedded, openEmbedded } from "./model/embedded/embedded.ts";
/** A model of a server with OpenAI's interface. */
export { openCompatible } from "./model/provider/compatible.ts";
export type { CompatibleModel } from "./model/provider/listing.ts";
/** A model of Ollama. */
export { type OllamaModel, openOllama } from "./model/provider/ollama.ts";
/** JSON from a model: as it stands, repaired, or asked for again. */
/** Calls of tools that a model wrote as text. */
export { type Accept, callsIn, generateJson, type Structured, type TextCall } from "./model/provider/repair.ts";
/** Models of the AI SDK here, and models of Ergo there. */
export { fromLanguageModel, toLanguageModel } from "./model/provider/sdk.ts";
