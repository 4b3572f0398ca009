import { AsyncLocalStorage } from "node:async_hooks";
import type { EncoderRole } from "../../model/encoder/encoder.ts";

/** Calls of each encoder, and the milliseconds that they took; a role that did nothing is left out. */
export type Encoding = Partial<Record<EncoderRole, { calls: number; ms: number }>>;

/** Whose work a call belongs to: encoders are shared by all that goes on in a session. */
const account = new AsyncLocalStorage<Encoding>();

/** Does work, and says what encoders did in it, whatever else they do meanwhile. */
export async function spending<T>(work: () => Promise<T>): Promise<{ value: T; usage: Encoding }> {
  const spent: Encoding = {};
  const value = await account.run(spent, work);
  const rounded = Object.entries(spent).map(([role, { calls, ms }]) => [role, { calls, ms: Math.round(ms) }]);
  return { value, usage: Object.fromEntries(rounded) };
}

/** Adds a call of an encoder to the work that it was made for. */
export function spend(role: EncoderRole, ms: number): void {
  const spent = account.getStore();
  if (spent === undefined) return;
  const { calls, ms: before } = spent[role] ?? { calls: 0, ms: 0 };
  spent[role] = { calls: calls + 1, ms: before + ms };
}
