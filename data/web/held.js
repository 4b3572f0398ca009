import { el } from "../page/dom.js";

/** Rows that come and go together: whole lines of a list in one, two, three or four columns. */
const together = 60;
/** How far above and below what is in sight rows are kept; pixels. */
const near = 1600;

/**
 * The rows of a list: those near what is in sight are there, in place of the others stands something as high. `add` appends items,
 * and gives their rows. A piece with the focus stays.
 */
export function held(list, draw) {
  const main = document.getElementById("main");
  const pieces = [];
  const state = { due: 0, placed: false };

  function look() {
    state.due = 0;
    if (!list.isConnected) {
      if (state.placed) for (const type of watched) removeEventListener(type, soon, true);
      return;
    }
    state.placed = true;
    const { top, bottom } = main.getBoundingClientRect();
    const places = pieces.map((piece) => ({ piece, ...extent(piece) }));
    for (const { piece, from, to } of places) {
      const inReach = to > top - near && from < bottom + near;
      if (inReach && piece.rows === null) unfold(piece, draw);
      else if (!inReach && piece.rows !== null && !holdsFocus(piece)) fold(piece, to - from);
    }
  }

  function soon() {
    state.due ||= requestAnimationFrame(look);
  }

  for (const type of watched) addEventListener(type, soon, { capture: true, passive: true });
  return {
    add(items) {
      const added = [];
      for (let at = 0; at < items.length; at += together) {
        const own = items.slice(at, at + together);
        const rows = own.map(draw);
        pieces.push({ items: own, rows, hold: null });
        added.push(...rows);
      }
      list.append(...added);
      soon();
      return added;
    },
  };
}

const watched = ["scroll", "resize"];

/** Where a piece begins and ends, in pixels of the window. */
function extent({ rows, hold }) {
  if (rows === null) {
    const { top, bottom } = hold.getBoundingClientRect();
    return { from: top, to: bottom };
  }
  return { from: rows[0].getBoundingClientRect().top, to: rows.at(-1).getBoundingClientRect().bottom };
}

function holdsFocus({ rows }) {
  return rows.some((row) => row.contains(document.activeElement));
}

function fold(piece, height) {
  piece.hold = el("li", { class: "held", "aria-hidden": "true" });
  piece.hold.style.blockSize = `${height}px`;
  piece.rows[0].before(piece.hold);
  for (const row of piece.rows) row.remove();
  piece.rows = null;
}

function unfold(piece, draw) {
  piece.rows = piece.items.map(draw);
  piece.hold.replaceWith(...piece.rows);
  piece.hold = null;
}
