/** The errors of what Ergo reaches out to: the user's own servers of tools, and where spans are sent. */
export const externalRemedies = {
  MCP_UNKNOWN: [
    "there is no server {server}; known: {known}",
    "configure it under `mcp` in your own ergo.yaml; `ergo mcp tools` lists what is there",
    2,
  ],
  MCP_UNAGREED: [
    "the tools of {server} are not used: nobody has agreed to them",
    "look at them, and agree, with `ergo mcp trust {server}`",
    6,
  ],
  MCP_CHANGED: [
    "{server} describes its tools otherwise than you agreed to: {difference}",
    "`ergo mcp trust {server}` shows all of it and asks you again",
    6,
  ],
  MCP_UNREACHABLE: ["the server {server} can't be reached: {detail}", "`ergo mcp tools {server}` tries it again", 1],
  MCP_UNCONFINED: [
    "the server {server} was not started: {detail}",
    "install bubblewrap 0.8 or later, or say `confined: false` of it in your own ergo.yaml: then it runs with all your rights",
    5,
  ],
  MCP_FAILED: ["the server {server} failed: {detail}", "`ergo mcp tools {server}` tries it again", 1],
  MCP_REFUSED: ["{tool} was not used: {why}", "ask for something else, or say in your ergo.yaml what it may do", 5],
  OTLP_FAILED: [
    "spans can't be sent to {endpoint}: {detail}",
    "start what takes them there; `ergo trace RUN --otlp` prints them",
    1,
  ],
} as const satisfies Record<string, readonly [message: string, remedy: string, exit: number]>;
