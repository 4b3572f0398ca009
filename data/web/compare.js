import { duration, el } from "../page/dom.js";
import { some } from "../page/pieces.js";
import { answerOf } from "./answer.js";
import { get } from "./api.js";
import { growingOf } from "./growing.js";
import { ago, empty, fillWith } from "./parts.js";
import { stepSaid } from "./words.js";

/** A run beside another: `rest` names that, or the page lets one be chosen. */
export function comparePart(place, { run, rest: other }) {
  fillWith(place, async () => (other === "" ? await choices(run) : await beside(run, other)));
}

/** Runs to compare with, those of the same question first. */
async function choices(run) {
  const { run: own } = await get(`/api/runs/${run}`);
  const same = `words=${encodeURIComponent(own.question)}`;
  const found = await Promise.all([same, "words="].map((words) => get(`/api/runs?limit=500&${words}`)));
  const each = new Map(found.flatMap(({ runs }) => runs.map((info) => [info.run, info])));
  const others = [...each.values()].filter((info) => info.run !== run);
  if (others.length === 0)
    return empty("There is no other run", "Ask again with another engine or model, or fork a step.");
  const rank = ({ run: name, question, parent }) =>
    Number(question !== own.question) - 2 * Number(parent === run || own.parent === name);
  const bond = ({ run: name, parent }) =>
    parent === run ? ", forked from this" : own.parent === name ? ", this was forked from it" : "";
  const draw = ({ run: name, question, started, status, parent }) =>
    el(
      "li",
      {},
      el("a", { href: `#runs/${run}/compare/${name}` }, question || name),
      el("span", { class: "soft" }, ` ${status}${bond({ run: name, parent })}, ${ago(started)}`),
    );
  const sorted = others.toSorted((a, b) => rank(a) - rank(b) || b.started - a.started);
  return [el("h2", {}, "Compare with"), growingOf(sorted, draw, { tag: "ul", class: "choose" })];
}

async function beside(run, other) {
  const told = await Promise.all([run, other].map(sideOf));
  return [
    el("div", { class: "pair heads" }, told.map(headOf)),
    factsOf(told.map(({ answer, run: { ms } }) => ({ answer, ms }))),
    el("h2", {}, "Cost"),
    spentOf(told),
    el("h2", {}, "Answers"),
    el(
      "div",
      { class: "pair" },
      told.map(({ answer }) => (answer ? answerOf(answer) : el("p", { class: "soft" }, "No answer is recorded."))),
    ),
    el("h2", {}, "Claims"),
    claimsOf(told.map(({ answer }) => answer?.claims ?? [])),
    el("h2", {}, "Steps that differ"),
    stepsOf(told.map(({ steps }) => steps)),
  ];
}

async function sideOf(run) {
  const [{ run: info, answer }, { steps }] = await Promise.all([
    get(`/api/runs/${run}`),
    get(`/api/runs/${run}/steps`),
  ]);
  return { run: info, answer, steps };
}

const names = ["A", "B"];

function headOf({ run: { run, question, started, parent } }, at) {
  const origin = parent ? `, forked from ${parent}` : "";
  return el(
    "div",
    {},
    el("span", { class: `side side-${names[at]}` }, names[at]),
    el("a", { href: `#runs/${run}` }, question || run),
    el("p", { class: "soft" }, `${run}, ${ago(started)}${origin}`),
  );
}

/** What the two are, row by row; those that differ stand out. */
function factsOf(sides) {
  const worker = ({ models }) => [...new Set(Object.values(models))].join(", ") || "none";
  const rows = [
    ["Question", ({ answer }) => answer?.question],
    ["Status", ({ answer }) => answer?.status.replace("_", " ")],
    ["Engine", ({ answer }) => answer?.engine],
    ["Model", ({ answer }) => answer && worker(answer)],
    ["Time", ({ ms }) => duration(ms)],
    ["Tokens", ({ answer }) => answer && `${answer.usage.tokensIn} in, ${answer.usage.tokensOut} out`],
    ["Claims", ({ answer }) => answer && counted(answer.claims)],
    ["Likely right", ({ answer }) => answer?.confidence && `${Math.round(100 * answer.confidence.value)} %`],
  ].map(([name, value]) => [name, ...sides.map((side) => value(side) ?? "–")]);
  const head = [el("td", {}), ...names.map((text) => el("th", { scope: "col" }, text))];
  return scrolling(
    "What the two runs are",
    el(
      "table",
      { class: "versus" },
      el("thead", {}, el("tr", {}, head)),
      el(
        "tbody",
        {},
        rows.map(([name, a, b]) =>
          el(
            "tr",
            { class: a === b ? undefined : "differs" },
            el("th", { scope: "row" }, name),
            el("td", {}, a),
            el("td", {}, b),
          ),
        ),
      ),
    ),
  );
}

function counted(claims) {
  const counts = Map.groupBy(claims, ({ verdict }) => verdict);
  return [...counts].map(([verdict, all]) => `${all.length} ${verdict}`).join(", ") || "none";
}

function scrolling(label, table) {
  return el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, table);
}

/** Time and tokens of each role, as bars on one scale. */
function spentOf(told) {
  const usages = told.map(({ answer }) => answer?.usage.byRole ?? {});
  const roles = [...new Set(usages.flatMap(Object.keys))];
  if (roles.length === 0) return el("p", { class: "soft" }, "Neither asked a model.");
  const measures = [
    ["Time", ({ ms }) => ms, duration],
    ["Tokens", ({ tokensIn, tokensOut }) => tokensIn + tokensOut, String],
  ];
  return el(
    "div",
    { class: "pair" },
    measures.map(([title, value, shown]) => {
      const most = Math.max(1, ...usages.flatMap((usage) => Object.values(usage).map(value)));
      const rows = roles.flatMap((role) =>
        usages.map((usage, at) => {
          const spent = usage[role] ? value(usage[role]) : 0;
          const bar = el("span", { class: `spent side-${names[at]}`, "aria-hidden": "true" });
          bar.style.width = `${(100 * spent) / most}%`;
          return el(
            "li",
            {},
            el("span", {}, at === 0 ? role : ""),
            el("span", { class: "soft" }, names[at]),
            el("span", { class: "lane" }, spent > 0 ? bar : null),
            el("span", {}, shown(spent)),
          );
        }),
      );
      return el("div", {}, el("h3", {}, `${title} by role`), el("ul", { class: "roles-spent" }, rows));
    }),
  );
}

/** What both claim, and what one alone does. */
function claimsOf([a, b]) {
  const key = ({ formal, text }) => formal ?? text;
  const [inA, inB] = [new Map(a.map((claim) => [key(claim), claim])), new Map(b.map((claim) => [key(claim), claim]))];
  if (inA.size + inB.size === 0) return el("p", { class: "soft" }, "Neither claims anything.");
  const both = [...inA.keys()].filter((each) => inB.has(each));
  const rows = [
    ...[...inA].filter(([each]) => !inB.has(each)).map(([, claim]) => ["A", claim, ""]),
    ...[...inB].filter(([each]) => !inA.has(each)).map(([, claim]) => ["B", claim, ""]),
    ...both.map((each) => ["both", inA.get(each), verdictsOf(inA.get(each), inB.get(each))]),
  ];
  return some(
    rows,
    ([side, { text, verdict }, note]) =>
      el(
        "li",
        {},
        el("span", { class: `side side-${side}` }, side),
        el("span", { class: `verdict verdict-${verdict}` }, verdict),
        el("span", {}, text, note === "" ? null : el("span", { class: "soft" }, ` ${note}`)),
      ),
    { tag: "ul", class: "apart" },
  );
}

function verdictsOf(a, b) {
  return a.verdict === b.verdict ? "" : `${b.verdict} in B`;
}

/** Steps at one path of which the runs made different things, or that one alone has; in the order of the runs. */
function stepsOf([a, b]) {
  const other = new Map(b.map((step) => [`${step.kind} ${step.path}`, step]));
  const own = new Set(a.map((step) => `${step.kind} ${step.path}`));
  const differ = a.flatMap((step) => {
    const twin = other.get(`${step.kind} ${step.path}`);
    return twin?.digest === step.digest ? [] : [[step, twin]];
  });
  const alone = b.filter((step) => !own.has(`${step.kind} ${step.path}`)).map((step) => [undefined, step]);
  const rows = [...differ, ...alone].filter((pair) => pair.some((step) => step && step.digest !== null));
  const same = a.length - differ.length;
  const count = el("p", { class: "soft" }, `${same} steps are the same, ${rows.length} differ.`);
  if (rows.length === 0) return count;
  return el("div", {}, count, growingOf(rows, pairOf, { tag: "ol", class: "differing" }));
}

function pairOf([a, b]) {
  const { kind, path } = a ?? b;
  const apart = a && b ? factsApart(a.facts, b.facts) : [];
  return el(
    "li",
    {},
    el("p", { title: path }, el("b", {}, stepSaid(kind, path)), " ", el("code", { class: "soft" }, path)),
    a && b && a.says === b.says ? el("p", {}, a.says) : null,
    el(
      "div",
      { class: "pair" },
      [a, b].map((step, at) =>
        saidBy(
          step,
          names[at],
          a?.says === b?.says,
          apart.map(([name, ...values]) => `${name} ${values[at]}`),
        ),
      ),
    ),
  );
}

/** Figures and short words that two steps came to differently. */
function factsApart(a, b) {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .filter((name) => a[name] !== b[name] && !(typeof a[name] === "string" && a[name].length > 60))
    .map((name) => [name, shown(a[name]), shown(b[name])]);
}

function shown(value) {
  return typeof value === "number" ? String(Math.round(value * 1000) / 1000) : String(value ?? "–");
}

function saidBy(step, name, isSaid, facts) {
  const took = step?.ms ? `took ${duration(step.ms)}` : "";
  const words = step
    ? [isSaid ? "" : step.says, ...facts, took].filter((each) => each !== "").join(" · ")
    : "not in this run";
  return el(
    "p",
    { class: step ? undefined : "soft" },
    el("span", { class: `side side-${name}` }, name),
    words || "the same in short",
  );
}
