import { ErgoError, errorCodes, type Problem, reason } from "../core/error.ts";

/** An error as it is recorded: all that it takes to throw the same one again. */
export type Failure = Problem & { parts: Record<string, string | number> };

/** Anything thrown, as it is recorded; what is not an ErgoError is INTERNAL. */
export function failureOf(thrown: unknown): Failure {
  const { code, message, remedy, parts } = asError(thrown);
  return { code, message, remedy, parts };
}

/** The error that was recorded. */
export function errorOf({ code, message, parts }: Failure): ErgoError {
  const known = errorCodes.find((each) => each === code);
  return known === undefined ? new ErgoError("INTERNAL", { detail: message }) : new ErgoError(known, parts);
}

/** Anything thrown, as an ErgoError. */
export function asError(thrown: unknown): ErgoError {
  return thrown instanceof ErgoError
    ? thrown
    : new ErgoError("INTERNAL", { detail: reason(thrown) }, { cause: thrown });
}
