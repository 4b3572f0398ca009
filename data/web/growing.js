import { el } from "../page/dom.js";
import { button } from "../page/pieces.js";
import { held } from "./held.js";
import { errorBox } from "./parts.js";

/** How far below what is in sight the next rows are made. */
const ahead = "800px";

/**
 * A list that grows as it is scrolled to its end, and keeps the rows alone that are near what is in sight. `draw` makes the row of an
 * item; `next()` gives `{ items, left }`, the next piece and how many are left then, or a promise of them; `first` is the piece to begin
 * with. Where nothing scrolls, a button does it.
 */
export function growing({ tag, ...attributes }, draw, first, next) {
  const list = el(tag, attributes);
  const rows = held(list, draw);
  const more = button("", () => grow(true), { class: "plain" });
  const end = el("li", { class: "grows" }, more);
  const seen = new IntersectionObserver((entries) => entries.some((each) => each.isIntersecting) && grow(false), {
    root: document.getElementById("main"),
    rootMargin: ahead,
  });
  let busy = false;
  const add = ({ items, left }) => {
    end.remove();
    const added = rows.add(items);
    if (left > 0) {
      more.textContent = `${left.toLocaleString()} more`;
      end.replaceChildren(more);
      list.append(end);
      // Told anew, also where it is still in sight.
      seen.observe(end);
    }
    return added;
  };
  const grow = async (focus) => {
    if (busy) return;
    busy = true;
    seen.unobserve(end);
    try {
      const added = add(await next());
      if (focus) added[0]?.querySelector("a, button, summary")?.focus();
    } catch (thrown) {
      end.replaceChildren(errorBox(thrown, () => grow(false)));
    }
    busy = false;
  };
  add(first);
  return list;
}

/** Items that are drawn at once. */
const piece = 120;

/** The same of items that are all there. */
export function growingOf(items, draw, attributes) {
  let shown = 0;
  const next = () => {
    const some = items.slice(shown, shown + piece);
    shown += some.length;
    return { items: some, left: items.length - shown };
  };
  return growing(attributes, draw, next(), next);
}
