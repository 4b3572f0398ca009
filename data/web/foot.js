import { duration, el } from "../page/dom.js";
import { button, counted } from "../page/pieces.js";
import { failureOf, get, post } from "./api.js";
import { errorBox, fillWith, modelSaid, say } from "./parts.js";
import { engineSaid, statusSaid } from "./words.js";

/** What an answer took, and what can be done with it: why it is so, whether it still holds, its record. */
export function footOf({ run, answer, status, engine, usage, fromCache, confidence, models }) {
  const why = el("div", { class: "why", hidden: "" });
  const used = [...new Set(Object.values(models))];
  const facts = [
    [engineSaid(engine), `engine ${engine}`],
    ...(confidence ? [[`${Math.round(confidence.value * 100)} % likely to be right`, confidence.basis]] : []),
    [duration(usage.ms), "time it took"],
    ...(used.length > 0 ? [[`with ${used.map(modelSaid).join(", ")}`, "models that took part"]] : []),
    ...(fromCache ? [["given before, looked at again"]] : []),
  ];
  const open = async () => {
    why.hidden = !why.hidden;
    if (!why.hidden) await fillWith(why, async () => whyOf(await get(`/api/runs/${run}/why`)));
  };
  const node = el(
    "footer",
    { class: "facts" },
    el("span", { class: `status status-${status}`, title: statusSaid(status) }, status.replace("_", " ")),
    ...facts.map(([fact, title]) => el("span", { title }, fact)),
    el(
      "div",
      { class: "acts" },
      button("Why", open, { class: "plain" }),
      button("Verify", (event) => verify(run, event.target), { class: "plain" }),
      el("a", { href: `#runs/${run}/proof` }, "Proof"),
      el("a", { href: `#runs/${run}` }, "The run"),
      button("Export", () => exported(run), { class: "plain" }),
      button("Copy", () => copied(answer), { class: "plain", "aria-label": "Copy the answer" }),
      status === "waiting" ? null : el("span", { class: "opinions" }, opinions(run)),
    ),
  );
  return [node, why];
}

/** Hands over the record as a file that `ergo verify` checks anywhere. */
async function exported(run) {
  try {
    const { export: address } = await get(`/api/runs/${run}/view`);
    el("a", { href: address, download: `${run}.ergo` }).click();
  } catch (thrown) {
    say(failureOf(thrown).message);
  }
}

async function copied(text) {
  await navigator.clipboard.writeText(text).then(
    () => say("Copied."),
    () => say("The browser does not let it be copied."),
  );
}

/** What a person thinks of an answer: a bad one is not given again. */
function opinions(run) {
  const note = async (said, node) => {
    try {
      await post(`/api/runs/${run}/feedback`, { said });
      for (const each of node.parentElement.querySelectorAll(".opinion"))
        each.setAttribute("aria-pressed", each === node);
      say(said === "good" ? "Noted as good." : "Noted as bad: it is not given again.");
    } catch (thrown) {
      say(failureOf(thrown).message);
    }
  };
  return ["good", "bad"].map((said) =>
    button(said === "good" ? "Good" : "Bad", (event) => note(said, event.target), {
      class: "plain opinion",
      "aria-pressed": "false",
    }),
  );
}

async function verify(run, node) {
  node.textContent = "Verifying…";
  try {
    const { intact, current, claims, problems } = await get(`/api/runs/${run}/verify`);
    node.textContent = `${intact ? "intact" : "not intact"}, ${current ? "current" : "not current"}, ${counted(claims, "claim")} checked`;
    node.className = `plain status-${intact && current ? "answered" : "error"}`;
    node.title = problems.map(({ where, message }) => `${where}: ${message}`).join("\n");
  } catch (thrown) {
    node.replaceWith(errorBox(thrown));
  }
}

/** The route with its reasons, and how each claim follows. */
function whyOf({ route, claims }) {
  const reasons = route
    ? [
        el("h2", {}, `${route.level.toLowerCase()}, engine ${route.engine}`),
        el(
          "ul",
          {},
          route.reasons.map((each) => el("li", {}, each)),
        ),
      ]
    : [];
  const follows = claims
    .filter(({ because }) => because.length > 0)
    .map(({ text, because }) =>
      el(
        "div",
        {},
        el("p", {}, text),
        el(
          "ul",
          {},
          because.map((each) => el("li", {}, each)),
        ),
      ),
    );
  return [...reasons, ...follows];
}
