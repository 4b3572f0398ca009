import { el } from "../page/dom.js";
import { button, errorBox } from "./parts.js";

/** How far below what is in sight the next rows are made. */
const ahead = "800px";

/**
 * A list that grows as it is scrolled to its end. `next()` gives `{ rows, left }`, the rows of its next piece and how many are left
 * then, or a promise of them; `first` is the piece to begin with. Where nothing scrolls, a button does it.
 */
export function growing({ tag, ...attributes }, first, next) {
  const list = el(tag, attributes);
  const more = button("", () => grow(true), { class: "plain" });
  const end = el("li", { class: "grows" }, more);
  const seen = new IntersectionObserver((entries) => entries.some((each) => each.isIntersecting) && grow(false), {
    root: document.getElementById("main"),
    rootMargin: ahead,
  });
  let busy = false;
  const add = ({ rows, left }) => {
    end.remove();
    list.append(...rows);
    if (left <= 0) return;
    more.textContent = `${left.toLocaleString()} more`;
    end.replaceChildren(more);
    list.append(end);
    // Told anew, also where it is still in sight.
    seen.observe(end);
  };
  const grow = async (focus) => {
    if (busy) return;
    busy = true;
    seen.unobserve(end);
    try {
      const piece = await next();
      add(piece);
      if (focus) piece.rows[0]?.querySelector("a, button, summary")?.focus();
    } catch (thrown) {
      end.replaceChildren(errorBox(thrown, () => grow(false)));
    }
    busy = false;
  };
  add(first);
  return list;
}

/** Rows that are drawn at once. */
const piece = 100;

/** The same of items that are all there. */
export function growingOf(items, draw, attributes) {
  let shown = 0;
  const next = () => {
    const rows = items.slice(shown, shown + piece).map(draw);
    shown += rows.length;
    return { rows, left: items.length - shown };
  };
  return growing(attributes, next(), next);
}
