import { ErgoError } from "../../core/error.ts";
import { failureOf } from "../failure.ts";

/** An error in the shape that OpenAI's clients know. */
export function refusal(thrown: unknown): Response {
  const { status, error } = failureOf(thrown);
  const { message, code, remedy } = error;
  const type = status === 401 ? "authentication_error" : status < 500 ? "invalid_request_error" : "server_error";
  const parts = thrown instanceof ErgoError ? thrown.parts : {};
  return Response.json(
    { error: { message: `${message}; ${remedy}`, type, param: parts.param ?? null, code } },
    // What failed fails again; clients would ask anew unasked, each time with a run.
    { status, headers: { "x-should-retry": String(status === 503) } },
  );
}

/** What a client asks for and does not get. */
export function unsupported(param: string, what: string, remedy: string): ErgoError {
  return new ErgoError("REQUEST_UNSUPPORTED", { what, remedy, param });
}
