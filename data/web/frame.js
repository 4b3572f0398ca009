import { el } from "../page/dom.js";
import { get } from "./api.js";
import { fillWith, loading } from "./parts.js";

/** A page of Ergo's in a frame of its own, which can do nothing but run its own script. */
export async function frameOf(place, address, title) {
  await fillWith(place, async () => {
    const { url } = await get(address);
    const frame = el("iframe", {
      src: url + (place.dataset.at ?? ""),
      sandbox: "allow-scripts",
      title,
      loading: "lazy",
    });
    const note = loading("Drawing…");
    frame.addEventListener("load", () => note.remove());
    const alone = el("a", { href: url, target: "_blank", rel: "noreferrer" }, "Open it in a page of its own");
    return [note, el("p", { class: "alone" }, alone), frame];
  });
}
