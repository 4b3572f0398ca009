/** The errors of the doors that programs come in by: HTTP, and the Model Context Protocol. */
export const doorRemedies = {
  REQUEST_INVALID: ["{detail}", "`/openapi.json` says what is taken", 2],
  REQUEST_TOO_LARGE: ["the request holds more than {limit} {what}", "send less in one request", 2],
  REQUEST_TOKEN: [
    "the request does not carry the token of this server",
    "send `Authorization: Bearer TOKEN`; `ergo serve` prints the address that holds it",
    2,
  ],
  REQUEST_FOREIGN: [
    "a request from {from} is not taken",
    "open the address that `ergo serve` prints; requests of other pages and names are refused",
    2,
  ],
  REQUEST_UNSUPPORTED: ["{what} is not supported", "{remedy}", 2],
  NOT_HERE: ["there is nothing at {place}", "`/openapi.json` lists what is there", 2],
  METHOD_OTHER: ["{place} takes {methods}, not {method}", "`/openapi.json` lists what each address takes", 2],
  PROFILE_WIDER: [
    "the profile {profile} allows more than {most}, with which this server was started",
    "start it with --profile {profile}",
    5,
  ],
  RUN_IDLE: ["run {run} is not running here", "`ergo runs` says how it ended; `ergo resume` goes on with it", 2],
  STOPPING: ["the server is being stopped", "start it again with `ergo serve`", 1],
  SERVE_PORT: [
    "cannot listen at {host} port {port}: {detail}",
    "name another with --port, or an own address with --host",
    1,
  ],
} as const satisfies Record<string, readonly [message: string, remedy: string, exit: number]>;
