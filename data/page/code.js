import { duration, el } from "./dom.js";
import { matrix, scatter } from "./plot.js";

const part = (id) => document.getElementById(id);
const about = JSON.parse(part("about").textContent);
const sections = JSON.parse(part("report").textContent);
const rowsOf = (name) => sections.find((section) => section.name === name)?.rows ?? [];
/** Folders of a matrix, and points that are named. */
const [most, hot] = [18, 6];
/** Columns that say again what others do. */
const aside = new Set(["path", "lines", "tell"]);

part("name").textContent = about.folder;
part("facts").textContent =
  `${about.files.code} source files of ${about.files.all} files · measured in ${duration(about.ms)}`;
part("foot").textContent = "Every row names the file and the lines that it comes from. What is not complete says why.";
part("contents").append(...sections.map(({ name, of }) => el("a", { href: `#${name}` }, `${name} (${of})`)));
part("sections").append(...sections.map(sectionOf));
part("plots").append(...[hotspots(), dependencies()].filter((figure) => figure !== null));

function hotspots() {
  const changed = rowsOf("hotspots").map(({ path, changes, complexity }) => ({
    name: path,
    x: complexity,
    y: changes,
  }));
  const files = rowsOf("structure").filter(({ what }) => what === "file");
  const complexity = new Map(
    rowsOf("metrics")
      .filter(({ of }) => of === "file")
      .map(({ path, cyclomatic }) => [path, cyclomatic]),
  );
  const used = files.map(({ path, afferent }) => ({ name: path, x: complexity.get(path) ?? 0, y: afferent }));
  const points = changed.length > 0 ? changed : used;
  if (points.length === 0) return null;
  const y = changed.length > 0 ? "changes" : "files that import it";
  const caption =
    changed.length > 0
      ? "Hotspots: complex files that change often"
      : "Complex files that others rest on (no history is there)";
  return el("figure", {}, scatter(points, { x: "complexity", y, hot }), el("figcaption", {}, caption));
}

/** Folders from the top of the layers to the bottom, so that what leads back stands on the other side of the diagonal. */
function dependencies() {
  const rows = rowsOf("structure");
  const folders = rows
    .filter(({ what }) => what === "module")
    .sort((a, b) => b.files.length - a.files.length)
    .slice(0, most);
  if (folders.length < 2) return null;
  const names = folders.sort((a, b) => a.layer - b.layer || (a.path < b.path ? -1 : 1)).map(({ path }) => path);
  const place = new Map(names.map((name, at) => [name, at]));
  const counts = names.map(() => names.map(() => 0));
  const dir = (path) => path.split("/").slice(0, -1).join("/");
  for (const { what, path, imports } of rows) {
    if (what !== "file") continue;
    for (const to of imports) {
      const [from, into] = [place.get(dir(path)), place.get(dir(to))];
      if (from !== undefined && into !== undefined && from !== into) counts[from][into]++;
    }
  }
  return el(
    "figure",
    {},
    matrix(names, counts),
    el("figcaption", {}, "Which folder (row) imports which (column), from the bottom layer on; red leads up"),
  );
}

function sectionOf({ name, means, rows, of, open }) {
  const held = of > rows.length ? ` The first ${rows.length} of ${of} rows; --json has all.` : "";
  return el(
    "section",
    { class: "kernel", id: name },
    el("h2", {}, name),
    el("p", { class: "means" }, `${means}.${held}`),
    open.slice(0, 3).map((why) => el("p", { class: "open" }, `Not complete: ${why}`)),
    open.length > 3 ? el("p", { class: "open" }, `and ${open.length - 3} more reasons`) : [],
    rows.length === 0 ? el("p", { class: "means" }, "Nothing.") : tableOf(rows),
  );
}

function tableOf(rows) {
  const columns = ["place", ...Object.keys(rows[0]).filter((name) => !aside.has(name))];
  const body = el("tbody", {});
  const state = { by: null, up: false };
  const draw = (sorted) =>
    body.replaceChildren(
      ...sorted.map((row) =>
        el(
          "tr",
          {},
          columns.map((name) => cellOf(row, name)),
        ),
      ),
    );
  const sort = (name) => {
    state.up = state.by === name && !state.up;
    state.by = name;
    const turn = state.up ? 1 : -1;
    draw([...rows].sort((a, b) => turn * compare(worth(a, name), worth(b, name))));
  };
  draw(rows);
  const head = columns.map((name) =>
    el(
      "th",
      { scope: "col" },
      el("button", { type: "button", on: { click: () => sort(name) } }, name.replaceAll("_", " ")),
    ),
  );
  return el("div", { class: "scroll", tabindex: 0 }, el("table", {}, el("thead", {}, el("tr", {}, head)), body));
}

function worth(row, name) {
  const value = name === "place" ? placeOf(row) : row[name];
  return Array.isArray(value) ? value.length : (value ?? "");
}

function compare(left, right) {
  return typeof left === "number" && typeof right === "number"
    ? left - right
    : String(left).localeCompare(String(right));
}

function placeOf({ path, lines }) {
  return `${path || "."}${lines ? `:${lines[0]}` : ""}`;
}

function cellOf(row, name) {
  if (name === "place") return el("td", { class: "place" }, placeOf(row));
  const value = row[name];
  if (Array.isArray(value))
    return el("td", {}, value.length > 4 ? `${value.slice(0, 4).join(", ")} … (${value.length})` : value.join(", "));
  return el("td", { class: typeof value === "number" ? "number" : "" }, value === null ? "–" : String(value));
}
