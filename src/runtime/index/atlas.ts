import { basename } from "node:path";
import { atlas } from "../../knowledge/graph/atlas.ts";
import { inverse } from "../../knowledge/graph/neighbour.ts";
import { countGraph } from "../../knowledge/graph/overview.ts";
import { fillPage, shownJson } from "../../trace/page.ts";
import type { Folder } from "../session/folder.ts";
import { nodeCalled, reading } from "../session/map.ts";

const styles = ["page.css", "screen.css", "map.css"];
const scripts = ["dom.js", "star.js", "map.js"];

/**
 * The graph of a folder, or what lies around one entity, as a page that needs nothing beside it. What files say is data to the
 * page, and shown as text alone. Throws ENTITY_UNKNOWN.
 */
export function mapPage(folder: Folder, name?: string): Promise<string> {
  return reading(folder, (graph, store) => {
    const centre = name === undefined ? null : nodeCalled(graph, folder, name);
    const made = atlas(store, graph, centre);
    const about = { folder: basename(folder.root), counts: countGraph(store), inverse, whole: centre === null };
    const title = `${centre ? `${graph.name(centre)}, in ` : ""}${about.folder}`;
    return fillPage({
      page: "map.html",
      styles,
      scripts,
      title,
      data: { about: shownJson(about), atlas: shownJson(made) },
    });
  });
}
