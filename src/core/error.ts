import { remedies } from "./remedies.ts";

export type ErrorCode = keyof typeof remedies;
export const errorCodes = Object.keys(remedies) as ErrorCode[];

/** What stands in an Answer, in a batch line and on stderr. */
export type Problem = { code: string; message: string; remedy: string };

/** An error with a code from the table; `parts` fill the placeholders of its message and remedy. */
export class ErgoError extends Error {
  override readonly name = "ErgoError";
  readonly code: ErrorCode;
  readonly remedy: string;
  /** Exit code of the command line. */
  readonly exit: number;
  readonly parts: Record<string, string | number>;

  constructor(code: ErrorCode, parts: Record<string, string | number> = {}, options?: ErrorOptions) {
    const [message, remedy, exit] = remedies[code];
    super(fill(message, parts), options);
    this.code = code;
    this.remedy = fill(remedy, parts);
    this.exit = exit;
    this.parts = parts;
  }
}

/** Any thrown value as an error of the table: what was called off is CANCELLED, what else is no ErgoError INTERNAL. */
export function known(thrown: unknown): ErgoError {
  if (thrown instanceof ErgoError) return thrown;
  const isCalledOff = (thrown as Error | undefined)?.name === "AbortError";
  return isCalledOff ? new ErgoError("CANCELLED") : new ErgoError("INTERNAL", { detail: reason(thrown) });
}

/** Any thrown value as a Problem. */
export function problem(thrown: unknown): Problem {
  const { code, message, remedy } = known(thrown);
  return { code, message, remedy };
}

/** The message of any thrown value. */
export function reason(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function fill(template: string, parts: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(parts[name] ?? ""));
}
