/**
 * An HTML element. Children are nodes or text; text is never read as markup, and one beside others does not turn their
 * direction. `on` holds listeners.
 */
export function el(name, { on = {}, ...attributes } = {}, ...children) {
  const all = children.flat();
  const apart = all.length > 1 ? all.map((child) => (typeof child === "string" ? isolated(child) : child)) : all;
  return fill(document.createElement(name), on, attributes, apart);
}

function isolated(text) {
  const element = document.createElement("bdi");
  element.textContent = text;
  return element;
}

/** An SVG element, likewise. */
export function svg(name, { on = {}, ...attributes } = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), on, attributes, children);
}

function fill(element, on, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) element.setAttribute(name, String(value));
  }
  for (const [type, listener] of Object.entries(on)) element.addEventListener(type, listener);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Milliseconds for people. */
export function duration(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}
