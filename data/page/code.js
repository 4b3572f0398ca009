import { duration, el } from "./dom.js";
import { matrix, scatter } from "./plot.js";
import { tableOf } from "./table.js";
import { treemap } from "./treemap.js";
import { trend } from "./trend.js";

const part = (id) => document.getElementById(id);
const [about, sections, drawn] = ["about", "report", "drawn"].map((id) => JSON.parse(part(id).textContent));
const { figures, areas, folders } = drawn;
const rowsOf = (name) => sections.find((section) => section.name === name)?.rows ?? [];
/** Points that are named, and reasons that are shown at once. */
const [hot, reasons] = [6, 2];

part("name").textContent = about.folder;
part("facts").textContent =
  `${about.files.code} source files of ${about.files.all} files · measured in ${duration(about.ms)}`;
part("foot").textContent = "Every row names the file and the lines that it comes from. What is not complete says why.";
part("figures").append(
  ...figures.map(({ number, of, to }) =>
    el("a", { href: `#${to}` }, el("strong", {}, number.toLocaleString("en")), el("span", {}, of)),
  ),
);
part("contents").append(...sections.map(({ name, of }) => el("a", { href: `#${name}` }, `${name} (${of})`)));
part("sections").append(...sections.map(sectionOf));
part("plots").append(
  ...[treemap(areas), trend(rowsOf("trend")), hotspots(), dependencies()].filter((figure) => figure !== null),
);

function hotspots() {
  const isOld = areas.some(({ changes }) => changes !== null);
  const points = areas.map(({ path, total, changes, used }) => ({
    name: path,
    x: total,
    y: (isOld ? changes : used) ?? 0,
  }));
  if (points.length === 0) return null;
  const y = isOld ? "changes" : "files that import it";
  const caption = isOld
    ? "Hotspots: complex files that change often"
    : "Complex files that others rest on (no history is there)";
  return el("figure", {}, el("figcaption", {}, caption), scatter(points, { x: "complexity", y, hot }));
}

function dependencies() {
  if (folders.names.length < 2) return null;
  const caption = "Which folder (row) imports which (column), from the bottom layer on; red leads up";
  return el("figure", {}, el("figcaption", {}, caption), matrix(folders.names, folders.counts));
}

function sectionOf({ name, means, rows, of, open }) {
  const held = of > rows.length ? ` The first ${rows.length} of ${of} rows; --json has all.` : "";
  const why = open.map((reason) => el("p", { class: "open" }, `Not complete: ${reason}`));
  return el(
    "section",
    { class: "kernel", id: name },
    el("h2", {}, name),
    el("p", { class: "means" }, `${means}.${held}`),
    why.length > reasons
      ? el("details", {}, el("summary", { class: "open" }, `Not complete, for ${why.length} reasons`), why)
      : why,
    rows.length === 0 ? el("p", { class: "means" }, "Nothing.") : tableOf(rows),
  );
}
