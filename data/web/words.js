/** Nodes of graphs, in words. */
const nodes = {
  ROUTE: "Understand the question",
  RECALL: "Look for an earlier answer",
  ENGINE: "Answer it",
  ESCALATE: "Try another way",
  OFFER: "Look for what may be meant",
  PLAIN: "Put it in plain words",
  CLARIFY: "Ask back",
  COMPLETE: "Complete the question",
  ASK: "Answer it",
  DIRECT_EXEC: "Measure it",
  FIND: "Find passages",
  LOOK: "Look at every document",
  DIVIDE: "Divide the question",
  VERIFY: "Check what holds up",
  RESPOND: "Say the answer",
  CLASSIFY: "Tell what kind of task it is",
  PLAN: "Plan the steps",
  REPLAN: "Plan anew",
  STEP: "Do a step",
  EXECUTE: "Do the steps",
  EVALUATE: "Score what was done",
  REFLECT: "Find out what failed",
  WRITE: "Write a calculation",
  COMPUTE: "Compute it",
  COMPARE: "Compare the results",
  THINK: "Think what to ask next",
  ACT: "Ask it of the files",
  OBSERVE: "See what came of it",
  FALLBACK: "Answer without it",
  NEW: "Take up a question",
  NORMALIZE: "Put it plainly",
  SOLVE: "Answer it from the texts",
  DECOMPOSE: "Split it into parts",
  PRE_REVIEW: "Look over the answer",
  PEER_REVIEW: "Review it against others",
  COLLAPSE: "Let the answers become one",
  ANALYZE: "Answer each part",
  MERGE: "Put the answers together",
  SYNTHESIZE: "Put the answers together",
  SPLIT: "Split the question",
  WORK: "Answer the parts",
  PROPOSE: "Choose a claim",
  PLAY: "Play the game about it",
  END: "the end",
};

/** Effects and notes of a run, by the kind of their lines. */
const kinds = {
  tool: "look at the files",
  retrieval: "search the texts",
  weighing: "weigh what was found",
  model: "ask a model",
  command: "run a command",
  cache: "look for an earlier answer",
  claim: "check a claim",
  route: "choose the way",
  engine: "change the way",
  question: "ask back",
  approval: "ask for consent",
  clock: "look at the clock",
  random: "draw a number",
  plan: "a plan",
  step: "a step of the plan",
  reflection: "why it failed",
  graph: "the graph grows",
  part: "a part of the question",
  round: "how sure it is",
  review: "a review",
  answer: "weigh the answer",
  answers: "put answers together",
  completion: "check the completed question",
  turn: "a move of the game",
};

/** What an engine does, in two or three words. */
const engines = {
  direct: "measured exactly",
  cite: "quoted from the texts",
  survey: "counted over all documents",
  act: "done on request",
  compute: "computed",
  react: "found in several looks",
  contract: "answered several times and reviewed",
  ensemble: "answered by several engines",
  specialists: "answered part by part",
  hierarchy: "planned and verified",
  tutor: "proven move by move",
  loop: "done in planned steps",
  graph: "done in planned steps",
  "graph-v2": "done in planned steps",
  guided: "done in scored steps",
};

const statuses = {
  answered: "Everything the answer says is held up by what stands below it.",
  partial: "Only part of it, or only probably, is an answer.",
  not_found: "Nothing that was read answers it.",
  waiting: "It goes on once you reply.",
  refused: "The profile does not allow it.",
  cancelled: "It was called off.",
  error: "Something failed.",
};

/** A node by its name; its name where no words are known. */
export function nodeSaid(name) {
  return nodes[name] ?? name;
}

/** A step by its kind and its path, of which the last part names it: `ENGINE.1/FIND.1`, `ENGINE.1/tool.2`. */
export function stepSaid(kind, path) {
  const name = path
    .split("/")
    .at(-1)
    .replace(/\.\d+$/, "");
  if (kind === "node") return nodeSaid(name);
  const said = kinds[kind] ?? name;
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** What a step came to: of a node, where it led. */
export function cameTo({ kind, says }) {
  const [, next] = kind === "node" ? (/ → (\w+)$/.exec(says) ?? []) : [];
  if (kind === "node") return next === undefined || next === "END" ? "" : `then: ${nodeSaid(next).toLowerCase()}`;
  return says;
}

export function engineSaid(name) {
  return engines[name] ?? name;
}

export function statusSaid(status) {
  return statuses[status] ?? "";
}
