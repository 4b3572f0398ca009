import { basename } from "node:path";
import { atlas } from "../../knowledge/graph/atlas.ts";
import type { Graph } from "../../knowledge/graph/map.ts";
import { inverse } from "../../knowledge/graph/neighbour.ts";
import type { Node } from "../../knowledge/graph/node.ts";
import { countsOf } from "../../knowledge/graph/overview.ts";
import type { Store } from "../../knowledge/store/store.ts";
import { fillPage, shownJson } from "../../trace/page.ts";
import type { Folder } from "../session/folder.ts";
import { nodeCalled, reading, readOnce } from "../session/map.ts";

const styles = ["page.css", "screen.css", "map.css"];
const scripts = ["dom.js", "star.js", "map.js"];

/**
 * The graph of a folder, or what lies around one entity, as a page that needs nothing beside it. What files say is data to the
 * page, and shown as text alone. Throws ENTITY_UNKNOWN.
 */
export async function mapPage(folder: Folder, name?: string): Promise<string> {
  const { title, counts, drawn } = await (name === undefined
    ? readOnce(folder, atlasName, (graph, store) => partOf(graph, store, null))
    : reading(folder, (graph, store) => partOf(graph, store, nodeCalled(graph, folder, name))));
  const about = { folder: basename(folder.root), counts, inverse, whole: name === undefined };
  return await fillPage({
    page: "map.html",
    styles,
    scripts,
    title: `${title}${about.folder}`,
    data: { about: shownJson(about), atlas: shownJson(drawn) },
  });
}

/** The picture of the whole graph is kept under this name until the index changes. */
const atlasName = "atlas-1";

function partOf(graph: Graph, store: Store, centre: Node | null) {
  return {
    title: centre ? `${graph.name(centre)}, in ` : "",
    counts: countsOf(store),
    drawn: atlas(store, graph, centre),
  };
}
