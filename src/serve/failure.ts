import { ErgoError, type ErrorCode, known, type Problem } from "../core/error.ts";

/** What a status other than that of the exit code says of an error. */
const own: Partial<Record<ErrorCode, number>> = {
  RUN_UNKNOWN: 404,
  RUN_REMOVED: 410,
  RUN_MISSING: 410,
  ENTITY_UNKNOWN: 404,
  MODEL_UNKNOWN: 404,
  NOT_HERE: 404,
  METHOD_OTHER: 405,
  REQUEST_TOKEN: 401,
  REQUEST_FOREIGN: 403,
  REQUEST_TOO_LARGE: 413,
  RUN_LOCKED: 409,
  RUNS_BUSY: 409,
  RUN_FINISHED: 409,
  RUN_IDLE: 409,
  JOURNAL_MISMATCH: 409,
  INDEX_LOCKED: 409,
  CANCELLED: 409,
  FILE_UNREADABLE: 404,
  STOPPING: 503,
};

/** The HTTP status of an error, and what is said of it. What is thrown otherwise is INTERNAL; nothing says where. */
export function failureOf(thrown: unknown): { status: number; error: Problem } {
  const { code, message, remedy, exit } = known(thrown);
  const status = own[code] ?? { 2: 400, 3: 422, 5: 403, 6: 409 }[exit] ?? 500;
  return { status, error: { code, message, remedy } };
}

/** A request that is not as the schema says. */
export function invalid(detail: string): ErgoError {
  return new ErgoError("REQUEST_INVALID", { detail });
}
