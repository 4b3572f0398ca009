import { el } from "../page/dom.js";
import { get } from "./api.js";
import { fillWith } from "./parts.js";

/** A page of Ergo's in a frame of its own, which can do nothing but run its own script. */
export async function frameOf(place, address, title) {
  await fillWith(place, async () => {
    const { url } = await get(address);
    return el("iframe", { src: url + (place.dataset.at ?? ""), sandbox: "allow-scripts", title, loading: "lazy" });
  });
}
