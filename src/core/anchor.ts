/**
 * What a regular expression can't be found without: texts of which one stands in every text that it finds, or null where
 * its parts say nothing for sure. So most expressions need not be compiled to know that a question has nothing for them.
 * Reads what patterns are written with here: letters, classes, groups, choices, "?", "*", "+", "{n,m}", looks around, and
 * "<name>" for a pattern of that name.
 */
export type Anchors = string[] | null;

/** A choice between more texts than this says too little. */
const most = 80;

/** Reads patterns in which names stand for others. */
export function anchorReader(names: Record<string, string> = {}): (pattern: string) => Anchors {
  const known = new Map<string, Anchors>();
  const named = (name: string): Anchors => {
    if (!known.has(name)) known.set(name, choice({ pattern: names[name] ?? "", at: 0, named }));
    return known.get(name)!;
  };
  return (pattern) => choice({ pattern, at: 0, named });
}

/** Whether a text may hold what a pattern with these anchors finds. */
export function isAnchored(anchors: Anchors, text: string): boolean {
  return anchors === null || anchors.some((anchor) => text.includes(anchor));
}

type Place = { pattern: string; at: number; named: (name: string) => Anchors };

/** Reads alternatives up to the bracket that closes them: the anchors of all, where every one has some. */
function choice(place: Place): Anchors {
  let texts: Anchors = [];
  for (;;) {
    const anchors = sequence(place);
    texts = texts && anchors && texts.length + anchors.length <= most ? texts.concat(anchors) : null;
    // What ends an alternative is a "|", a ")" or the end.
    if (place.pattern[place.at++] !== "|") return texts;
  }
}

/** Letters that stand for themselves; a group of words alone; what else is a part by itself. */
const letters = /[^\\[\](){}<>|.?*+^$]+/y;
const words = /\((?:\?:)?([^\\[\](){}<>|.?*+^$]+(?:\|[^\\[\](){}<>|.?*+^$]+)*)\)/y;
const part =
  /\\(?:[pP]\{\w+\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|[\s\S])|\[(?:\\.|[^\]\\])*\]|<\w+>|\(\?(?:[:=!]|<[=!])|[\s\S]/y;
const times = /(?:[?*+]|\{\d+(?:,\d*)?\})\??/y;

/** Reads parts up to the end of an alternative: the anchors of the part whose anchors say the most. */
function sequence(place: Place): Anchors {
  const { pattern } = place;
  let best: Anchors = null;
  const offer = (anchors: Anchors) => {
    if (worth(anchors) > worth(best)) best = anchors;
  };
  for (let char = pattern[place.at]; char !== undefined && char !== "|" && char !== ")"; char = pattern[place.at]) {
    const run = next(place, letters)?.[0];
    const anchors = run === undefined ? partAt(place) : [run];
    const repeated = next(place, times)?.[0];
    const isNeeded = repeated === undefined || /^(?:\+|\{[1-9])/.test(repeated);
    // Of letters, the last alone is repeated.
    if (run === undefined || repeated === undefined) offer(isNeeded ? anchors : null);
    else if (run.length > 1) offer([run.slice(0, -1)]);
  }
  return best;
}

/** Passes over a part, and gives its anchors if it is a group or a name. */
function partAt(place: Place): Anchors {
  const options = next(place, words)?.[1]?.split("|");
  if (options) return options.length > most ? null : options;
  const read = next(place, part)![0];
  if (read.startsWith("<")) return place.named(read.slice(1, -1));
  if (!read.startsWith("(")) return null;
  const anchors = choice(place);
  return read === "(" || read === "(?:" ? anchors : null;
}

function next(place: Place, expression: RegExp): RegExpExecArray | null {
  expression.lastIndex = place.at;
  const found = expression.exec(place.pattern);
  if (found) place.at = expression.lastIndex;
  return found;
}

/** The longer the shortest of the texts, and the fewer they are, the fewer questions hold one. */
function worth(anchors: Anchors): number {
  if (anchors === null) return 0;
  let least = Number.POSITIVE_INFINITY;
  for (const anchor of anchors) least = Math.min(least, anchor.trim().length);
  return least === 0 ? 0 : least + 1 / (1 + anchors.length);
}
