import { el } from "./dom.js";

export function button(text, click, attributes = {}) {
  return el("button", { type: "button", ...attributes, on: { click } }, text);
}

/** Where evidence stands, in short. */
export function placeOf({ path, doc, lines, page, kind }) {
  const line = lines?.[0] > 0 && doc === undefined ? `:${lines[0]}` : "";
  return path === undefined
    ? kind
    : `${path}${doc === undefined ? "" : ` ${doc}`}${line}${page ? `, page ${page}` : ""}`;
}

/** How many there are of something. */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

/** A list of which some are shown, and the rest piece by piece when asked for. */
export function some(items, draw, { tag, ...attributes }, first = 20) {
  const list = el(tag, attributes);
  const more = (from, count) => {
    list.append(...items.slice(from, from + count).map(draw));
    const rest = items.length - from - count;
    if (rest <= 0) return;
    const next = button(
      `${rest} more`,
      () => {
        place.remove();
        more(from + count, 100);
        list.children[from + count]?.querySelector("button, a, summary")?.focus();
      },
      { class: "plain" },
    );
    const place = /^[uo]l$/.test(tag) ? el("li", { class: "rest" }, next) : next;
    list.append(place);
  };
  more(0, first);
  return list;
}
