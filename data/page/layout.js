export const size = { width: 124, height: 38, across: 62, down: 24, wire: 26 };

/**
 * Lays a graph out in columns, from left to right by the longest way from its start (Sugiyama's layers). A way that
 * passes over columns holds a place in each, so that it crosses no node. `places` gives the middle of the left side of
 * each node, END included; `bends` the places that a way ("from to") passes through; `back` the ways that lead back.
 */
export function layout({ start, nodes }) {
  const depths = depthsOf(start, nodes);
  const ways = Object.entries(nodes).flatMap(([from, { to }]) => [...new Set(to)].map((target) => [from, target]));
  const columns = Array.from({ length: depths.get("END") + 1 }, () => []);
  for (const [name, depth] of depths) columns[depth].push({ name, height: size.height + size.down });
  const links = [];
  const chains = new Map();
  for (const [from, to] of ways.filter(([from, to]) => depths.get(from) < depths.get(to))) {
    const names = [from];
    for (let depth = depths.get(from) + 1; depth < depths.get(to); depth++) {
      names.push(`${from} ${to} ${depth}`);
      columns[depth].push({ name: names.at(-1), height: size.wire });
    }
    names.push(to);
    chains.set(`${from} ${to}`, names);
    for (let i = 1; i < names.length; i++) links.push([names[i - 1], names[i]]);
  }
  untangle(columns, links);
  const { places, width, height } = place(columns);
  const bends = new Map([...chains].map(([way, names]) => [way, names.slice(1, -1).map((name) => places.get(name))]));
  const back = ways.filter(([from, to]) => from !== to && depths.get(from) >= depths.get(to));
  return {
    places: new Map([...depths.keys()].map((name) => [name, places.get(name)])),
    bends,
    ways,
    back,
    width,
    height,
  };
}

/** The longest way to each node on which none is passed twice; END stands after all. */
function depthsOf(start, nodes) {
  const depths = new Map();
  const visit = (name, depth, above) => {
    if (above.has(name) || name === "END" || (depths.get(name) ?? -1) >= depth) return;
    depths.set(name, depth);
    for (const next of nodes[name].to) visit(next, depth + 1, new Set(above).add(name));
  };
  visit(start, 0, new Set());
  return depths.set("END", Math.max(...depths.values()) + 1);
}

/** Orders each column by where its neighbours stand, to and fro. */
function untangle(columns, links) {
  for (const forth of [true, false, true]) {
    const order = forth ? [...columns] : columns.toReversed();
    for (let i = 1; i < order.length; i++) {
      const rank = new Map(order[i - 1].map(({ name }, row) => [name, (row + 0.5) / order[i - 1].length]));
      const mean = new Map(
        order[i].map(({ name }, row) => {
          const near = links.flatMap(([a, b]) => (forth ? (b === name ? [a] : []) : a === name ? [b] : []));
          const ranks = near.map((each) => rank.get(each)).filter((each) => each !== undefined);
          const own = (row + 0.5) / order[i].length;
          return [name, ranks.length === 0 ? own : ranks.reduce((sum, each) => sum + each, 0) / ranks.length];
        }),
      );
      order[i].sort((a, b) => mean.get(a.name) - mean.get(b.name));
    }
  }
}

function place(columns) {
  const tall = (column) => column.reduce((sum, { height }) => sum + height, 0);
  const height = Math.max(...columns.map(tall));
  const places = new Map();
  for (const [depth, column] of columns.entries()) {
    let top = (height - tall(column)) / 2;
    for (const { name, height } of column) {
      places.set(name, { x: 40 + depth * (size.width + size.across), y: top + height / 2 });
      top += height;
    }
  }
  return { places, width: 40 + (columns.length - 1) * (size.width + size.across) + 30, height };
}
