import { el } from "./dom.js";

/** Columns that say again what others do. */
const aside = new Set(["path", "lines", "tell"]);

/** Rows as a table that its heads sort; `columns`: which, else all that the first row has. */
export function tableOf(rows, columns = ["place", ...Object.keys(rows[0]).filter((name) => !aside.has(name))]) {
  const body = el("tbody", {});
  const state = { by: null, up: false };
  const draw = (sorted) => body.replaceChildren(...sorted.map((row) => el("tr", {}, columns.map(cellOf(row)))));
  const heads = columns.map((name) => {
    const button = el("button", { type: "button", on: { click: () => sort(name) } }, name.replaceAll("_", " "));
    return el("th", { scope: "col" }, button);
  });
  const sort = (name) => {
    state.up = state.by === name && !state.up;
    state.by = name;
    const turn = state.up ? 1 : -1;
    for (const [at, head] of heads.entries()) {
      if (columns[at] === name) head.setAttribute("aria-sort", state.up ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    }
    draw([...rows].sort((a, b) => turn * compare(worth(a, name), worth(b, name))));
  };
  draw(rows);
  return el("div", { class: "scroll", tabindex: 0 }, el("table", {}, el("thead", {}, el("tr", {}, heads)), body));
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
  return `${path || "."}${Array.isArray(lines) ? `:${lines[0]}` : ""}`;
}

function cellOf(row) {
  return (name) => {
    if (name === "place") return el("td", { class: "place" }, placeOf(row));
    const value = row[name];
    if (Array.isArray(value))
      return el("td", {}, value.length > 4 ? `${value.slice(0, 4).join(", ")} … (${value.length})` : value.join(", "));
    return el("td", { class: typeof value === "number" ? "number" : "" }, value === null ? "–" : String(value));
  };
}
