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

/** Any thrown value as a Problem: what was called off is CANCELLED, what else is no ErgoError is reported as INTERNAL. */
export function problem(thrown: unknown): Problem {
  const unknown = () =>
    (thrown as Error | undefined)?.name === "AbortError"
      ? new ErgoError("CANCELLED")
      : new ErgoError("INTERNAL", { detail: reason(thrown) });
  const error = thrown instanceof ErgoError ? thrown : unknown();
  return { code: error.code, message: error.message, remedy: error.remedy };
}

/** The message of any thrown value. */
export function reason(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function fill(template: string, parts: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(parts[name] ?? ""));
}
