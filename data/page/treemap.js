import { el } from "./dom.js";
import { tableOf } from "./table.js";

/** Pixels: the head of a folder, the gap within it, the least that is drawn, and the least on which a name is written. */
const size = { head: 19, gap: 2, least: 3, named: 44 };

/** What colours a file: how hot it is, from 0 to 1, and what the ends of the scale are. */
const heats = {
  complexity: {
    label: "most complex function",
    ends: ["1", "30 or more"],
    heat: ({ complexity }) => (complexity - 1) / 29,
    said: ({ complexity }) => `most complex function ${complexity}`,
  },
  risk: {
    label: "risk",
    ends: ["0", "2.5 or more, of 5"],
    heat: ({ risk }) => risk / 2.5,
    said: ({ risk }) => `risk ${risk} of 5`,
  },
  changes: {
    label: "changes",
    ends: ["none", "most"],
    heat: ({ changes }, most) => Math.log1p(changes) / Math.log1p(most.changes),
    said: ({ changes }) => `${changes} change${changes === 1 ? "" : "s"}`,
  },
  maintainability: {
    label: "maintainability index",
    ends: ["60 or more", "0"],
    heat: ({ maintainability }) => (60 - maintainability) / 60,
    said: ({ maintainability }) => `maintainability ${maintainability}`,
  },
};

/** Source files as areas by their lines of code, folder in folder, coloured by what is chosen; a folder's head shows it alone. Null where there is none. */
export function treemap(areas) {
  if (areas.length === 0) return null;
  const most = { changes: Math.max(1, ...areas.map(({ changes }) => changes ?? 0)) };
  const known = Object.entries(heats).filter(([name]) => areas.some((area) => area[name] !== null));
  const state = { by: "complexity", tests: false, within: "" };
  if (areas.every(({ test }) => test)) state.tests = true;
  const field = el("div", { class: "field", role: "group", "aria-label": "Files by size; each folder is a button" });
  const way = el("p", { class: "way" });
  const told = el("p", { class: "told" });
  const scale = el("p", { class: "scale" });
  const draw = (focused = false) => {
    const shown = areas.filter(({ test, path }) => (state.tests || !test) && path.startsWith(state.within));
    way.replaceChildren(...steps(state, (within) => go(within)));
    const { label, ends } = heats[state.by];
    scale.replaceChildren(
      el("span", {}, `${label}: ${ends[0]}`),
      el("span", { class: "ramp" }),
      el("span", {}, ends[1]),
      ...(shown.some((area) => area[state.by] === null) ? [el("span", {}, "· hatched: not told")] : []),
    );
    told.textContent = sayAll(shown, state);
    field.replaceChildren();
    const { width, height } = field.getBoundingClientRect();
    place(treeOf(shown, state.within), { x: 0, y: 0, width, height }, { field, state, most, go, told });
    if (focused) way.querySelector("button")?.focus();
  };
  const go = (within) => {
    state.within = within;
    draw(true);
  };
  new ResizeObserver(() => draw()).observe(field);
  const table = el("details", { class: "same" }, el("summary", {}, "The same as a table"));
  table.addEventListener("toggle", () => table.querySelector(".scroll") ?? table.append(tableFor(areas)));
  return el(
    "figure",
    { class: "wide", id: "files" },
    el("figcaption", {}, "Source files by lines of code"),
    controls(known, state, draw),
    way,
    field,
    scale,
    told,
    table,
  );
}

function tableFor(areas) {
  const rows = areas.map(({ lines, test, ...rest }) => ({
    ...rest,
    "lines of code": lines,
    test: test ? "yes" : "no",
  }));
  const columns = ["place", "lines of code", "complexity", "maintainability", "risk", "changes", "test"];
  return tableOf(rows, columns);
}

function controls(known, state, draw) {
  const choices = known.map(([name, { label }]) => {
    const input = el("input", { type: "radio", name: "heat", value: name });
    input.checked = name === state.by;
    input.addEventListener("change", () => {
      state.by = name;
      draw();
    });
    return el("label", {}, input, ` ${label}`);
  });
  const tests = el("input", { type: "checkbox" });
  tests.checked = state.tests;
  tests.addEventListener("change", () => {
    state.tests = tests.checked;
    draw();
  });
  return el(
    "div",
    { class: "controls" },
    el("fieldset", {}, el("legend", {}, "Colour by"), choices),
    el("label", {}, tests, " tests too"),
  );
}

/** The folders from the top to the one that is shown. */
function steps({ within }, go) {
  if (within === "") return [];
  const names = within.split("/").slice(0, -1);
  const above = names.map((_, at) => `${names.slice(0, at).join("/")}${at === 0 ? "" : "/"}`);
  return [
    ...above.flatMap((to) => [
      el("button", { type: "button", on: { click: () => go(to) } }, to === "" ? "all" : to.split("/").at(-2)),
      " / ",
    ]),
    el("strong", {}, names.at(-1)),
  ];
}

function sayAll(shown, { tests }) {
  const lines = shown.reduce((sum, area) => sum + area.lines, 0);
  return `${shown.length} files${tests ? "" : ", tests aside"}, ${lines.toLocaleString("en")} lines of code. Point at one to see what it is.`;
}

/** Files in folders; a folder that holds nothing but another is one with it. */
function treeOf(areas, within) {
  const root = { path: within, name: "", lines: 0, inner: new Map(), area: null };
  for (const area of areas) {
    const names = area.path.slice(within.length).split("/");
    let node = root;
    node.lines += area.lines;
    for (const [at, name] of names.entries()) {
      const isFile = at === names.length - 1;
      const next = node.inner.get(name) ?? {
        path: `${node.path}${name}${isFile ? "" : "/"}`,
        name,
        lines: 0,
        inner: new Map(),
        area: isFile ? area : null,
      };
      node.inner.set(name, next);
      next.lines += area.lines;
      node = next;
    }
  }
  return root;
}

function single(node) {
  const [only] = node.inner.values();
  if (node.inner.size !== 1 || only.area !== null) return node;
  return single({ ...only, name: `${node.name}/${only.name}` });
}

/** Puts what a folder holds into a box: squarified (Bruls, Huizing and van Wijk, "Squarified Treemaps", 2000). */
function place(node, box, means) {
  const inner = [...node.inner.values()].filter(({ lines }) => lines > 0).sort((a, b) => b.lines - a.lines);
  for (const [each, at] of squares(inner, node.lines, box)) {
    if (at.width < size.least || at.height < size.least) continue;
    if (each.area === null) placeFolder(single(each), at, means);
    else means.field.append(fileBox(each, at, means));
  }
}

function placeFolder(node, box, means) {
  const { field, go, told } = means;
  const isNamed = box.width > size.named && box.height > size.head * 2;
  const around = at(el("div", { class: "folder" }), box);
  field.append(around);
  if (isNamed) {
    const said = `${node.path} · ${node.lines.toLocaleString("en")} lines of code`;
    const tell = () => {
      told.textContent = said;
    };
    const on = { click: () => go(node.path), focus: tell, pointerenter: tell };
    const head = el("button", { type: "button", class: "head", "aria-label": said, on }, node.name);
    field.append(at(head, { ...box, height: size.head }));
  }
  const top = isNamed ? size.head : size.gap;
  const { gap } = size;
  place(node, { x: box.x + gap, y: box.y + top, width: box.width - 2 * gap, height: box.height - top - gap }, means);
}

function fileBox({ area, name }, box, { state: { by }, most, told }) {
  const { heat, said } = heats[by];
  const isKnown = area[by] !== null;
  const tell = () => {
    const worth = isKnown ? ` · ${said(area)}` : "";
    told.textContent = `${area.path} · ${area.lines.toLocaleString("en")} lines of code${worth}`;
  };
  const isNamed = box.width > size.named && box.height > 16;
  const element = el(
    "div",
    { class: isKnown ? "file" : "file unknown", "aria-hidden": "true", on: { pointerenter: tell } },
    ...(isNamed ? [name] : []),
  );
  if (isKnown) {
    const share = Math.round(100 * Math.min(1, Math.max(0, heat(area, most))));
    element.style.backgroundColor = `color-mix(in oklab, var(--hot) ${share}%, var(--cold))`;
  }
  return at(element, box);
}

function at(element, { x, y, width, height }) {
  Object.assign(element.style, {
    left: `${x}px`,
    top: `${y}px`,
    width: `${Math.max(0, width - 1)}px`,
    height: `${Math.max(0, height - 1)}px`,
  });
  return element;
}

/** Each node with its box: rows along the shorter side, as long as what is in them comes nearer to squares. */
function squares(nodes, total, { x, y, width, height }) {
  const scale = (width * height) / Math.max(1, total);
  const placed = [];
  const left = { x, y, width, height };
  for (let from = 0; from < nodes.length; ) {
    const side = Math.max(1, Math.min(left.width, left.height));
    let [to, sum] = [from + 1, nodes[from].lines];
    while (to < nodes.length) {
      const [now, next] = [sum, sum + nodes[to].lines].map((all, more) =>
        oblong(nodes[from].lines, nodes[to - 1 + more].lines, all, side, scale),
      );
      if (next > now) break;
      sum += nodes[to++].lines;
    }
    const deep = (sum * scale) / side;
    const isTall = left.width >= left.height;
    let along = 0;
    for (const node of nodes.slice(from, to)) {
      const long = (node.lines * scale) / Math.max(1e-9, deep);
      const box = isTall
        ? { x: left.x, y: left.y + along, width: deep, height: long }
        : { x: left.x + along, y: left.y, width: long, height: deep };
      placed.push([node, box]);
      along += long;
    }
    if (isTall) Object.assign(left, { x: left.x + deep, width: left.width - deep });
    else Object.assign(left, { y: left.y + deep, height: left.height - deep });
    from = to;
  }
  return placed;
}

/** How far from a square the worst box of a row is. */
function oblong(largest, smallest, sum, side, scale) {
  const all = sum * scale;
  return Math.max((side * side * largest * scale) / (all * all), (all * all) / (side * side * smallest * scale));
}
