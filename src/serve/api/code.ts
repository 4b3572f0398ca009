import { type Measuring, measure, measuredShape, measuring } from "../../host/code.ts";
import { type Call, type Route, wantsEvents } from "../route.ts";
import { eventStream } from "../stream.ts";
import { progressing } from "./looking.ts";

/** Measures the code of the folder; nothing of it is recorded. */
export const codeRoutes: Route[] = [
  {
    method: "POST",
    path: "/api/code",
    summary:
      "Measures the code: by some `kernels` or all, what changed since a revision (`diff`), an outline (`present`); the first rows of each.",
    body: measuring,
    gives: measuredShape(),
    streams: true,
    async run({ host, body, request, signal }: Call<Measuring>) {
      if (!wantsEvents(request)) return (await measure(host, body, { signal })).value;
      return eventStream((gone) =>
        progressing(async (watch) => (await measure(host, body, { signal: gone, watch })).value),
      );
    },
  },
];
