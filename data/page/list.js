import { el } from "./dom.js";

/** Rows beyond either edge that exist already, so that scrolling never shows a gap. */
const spare = 8;

/**
 * A list of any length of which only the rows in sight exist. `draw(item)` makes a row's content; `choose(item)` is told
 * which row is the current one, `click(item)` and `enter(item)` which one is asked for.
 */
export function createList(box, { draw, choose, click, enter }) {
  const list = { box, sheet: el("div", { class: "sheet" }), draw, click, items: [], current: -1, height: 0 };
  const go = (to, tell = choose) => {
    if (list.items.length === 0) return;
    list.current = Math.min(Math.max(0, to), list.items.length - 1);
    reveal(list);
    show(list, go);
    tell(list.items[list.current]);
  };
  box.replaceChildren(list.sheet);
  const soon = onceAFrame(() => show(list, go));
  box.addEventListener("scroll", soon, { passive: true });
  new ResizeObserver(soon).observe(box);
  box.addEventListener("keydown", (event) => {
    const by = steps(list)[event.key];
    if (by !== undefined) go(list.current + by);
    else if (event.key === "Enter" || event.key === " ") go(list.current, enter);
    else return;
    event.preventDefault();
  });
  return {
    /** Shows other items; `current` is the one to stay on, if it is among them. */
    set(items, current) {
      list.items = items;
      list.current = items.indexOf(current);
      show(list, go);
      reveal(list);
      show(list, go);
    },
  };
}

function steps({ box, height }) {
  const page = Math.max(1, Math.floor(box.clientHeight / height) - 1);
  return { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -1e9, End: 1e9 };
}

/** Scrolls as little as it takes for the current row to be in sight. */
function reveal({ box, current, height }) {
  const top = Math.max(0, current) * height;
  box.scrollTop = Math.max(Math.min(box.scrollTop, top), top + height - box.clientHeight);
}

function show(list, go) {
  const { box, sheet, items, current } = list;
  list.height = Number.parseFloat(getComputedStyle(box).getPropertyValue("--row"));
  sheet.style.height = `${items.length * list.height}px`;
  const first = Math.max(0, Math.floor(box.scrollTop / list.height) - spare);
  const last = Math.min(items.length, Math.ceil((box.scrollTop + box.clientHeight) / list.height) + spare);
  const rows = [];
  for (let i = first; i < last; i++) rows.push(row(list, i, go));
  sheet.replaceChildren(...rows);
  if (current < 0) box.removeAttribute("aria-activedescendant");
  else box.setAttribute("aria-activedescendant", `row-${current}`);
}

function row({ items, current, height, draw, click }, i, go) {
  const about = { class: "row", id: `row-${i}`, role: "option", "aria-selected": i === current };
  const place = { "aria-posinset": i + 1, "aria-setsize": items.length };
  const element = el("div", { ...about, ...place, on: { click: () => go(i, click) } }, draw(items[i]));
  element.style.top = `${i * height}px`;
  return element;
}

/** Calls that come within one frame are done as one. */
function onceAFrame(work) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      work();
    });
  };
}
