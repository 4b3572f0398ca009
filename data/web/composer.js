import { el } from "../page/dom.js";
import { button } from "../page/pieces.js";

/** Where questions are written: Enter sends, Shift and Enter begins a line. While something runs there is a button to stop it. */
export function composer(send, stop) {
  const field = el("textarea", {
    rows: 1,
    placeholder: "Ask about the files…",
    "aria-label": "Your question",
    "aria-keyshortcuts": "/",
  });
  const go = el("button", { class: "primary" }, "Ask");
  const halt = button("Stop", stop, { class: "stop", hidden: "" });
  const grow = () => {
    field.style.height = "auto";
    field.style.height = `${Math.min(field.scrollHeight + 2, 240)}px`;
  };
  const submit = (event) => {
    event.preventDefault();
    const question = field.value.trim();
    if (question === "" || go.hidden) return;
    field.value = "";
    grow();
    send(question);
  };
  field.addEventListener("input", grow);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) submit(event);
  });
  return {
    field,
    /** Puts a text there, to be changed and sent. */
    put(text) {
      field.value = text;
      grow();
      field.focus();
    },
    node: el("form", { class: "composer", on: { submit } }, field, go, halt),
    busy(is) {
      go.hidden = is;
      halt.hidden = !is;
    },
  };
}
