/** A language model that follows a script, for tests of what is built on models. */
export { type Reply, type Scripted, scripted } from "./model/prompt/scripted.ts";
