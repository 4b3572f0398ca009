import type { Syntax } from "../../tools/syntax.ts";

/**
 * A node of a syntax tree as a plain value. `field`: what it is to its parent, by the grammar. `start` and `end` are offsets in
 * the text, half open; `line` and `last` its lines, from 1, both included.
 */
export type Branch = {
  type: string;
  field: string | null;
  named: boolean;
  start: number;
  end: number;
  line: number;
  last: number;
  parent: Branch | null;
  children: Branch[];
};

/** A syntax tree with the text that it was read from. */
export type Tree = { text: string; root: Branch };

/** Copies a tree out of the parser, in one walk. */
export function plainTree({ text, root }: Syntax): Tree {
  const cursor = root.walk();
  const take = (parent: Branch | null): Branch => ({
    type: cursor.nodeType,
    field: cursor.currentFieldName,
    named: cursor.nodeIsNamed,
    start: cursor.startIndex,
    end: cursor.endIndex,
    line: cursor.startPosition.row + 1,
    last: cursor.endPosition.row + 1,
    parent,
    children: [],
  });
  const top = take(null);
  let at: Branch = top;
  try {
    for (;;) {
      if (cursor.gotoFirstChild()) {
        const child = take(at);
        at.children.push(child);
        at = child;
        continue;
      }
      while (!cursor.gotoNextSibling()) {
        if (at === top || !cursor.gotoParent()) return { text, root: top };
        at = at.parent!;
        if (at === top) return { text, root: top };
      }
      const next = take(at.parent);
      at.parent!.children.push(next);
      at = next;
    }
  } finally {
    cursor.delete();
  }
}

export function part(branch: Branch, field: string): Branch | null {
  return branch.children.find((child) => child.field === field) ?? null;
}

export function textOf({ text }: Tree, branch: Branch | null): string {
  return branch === null ? "" : text.slice(branch.start, branch.end);
}

export function namedIn(branch: Branch | null): Branch[] {
  return branch?.children.filter(({ named, type }) => named && !isComment(type)) ?? [];
}

export function isComment(type: string): boolean {
  return type === "comment" || type === "line_comment" || type === "block_comment";
}

/** Calls `enter` for each node before those within it, in the order of the text; false leaves out what is within it. */
export function walk(branch: Branch, enter: (branch: Branch) => unknown): void {
  const ahead = [branch];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    if (enter(next) === false) continue;
    for (let at = next.children.length - 1; at >= 0; at--) ahead.push(next.children[at]!);
  }
}

/** What a declarator of C declares, without what it says of its type; null where nothing is declared. */
export function declaredBy(branch: Branch): Branch | null {
  let inner = part(branch, "declarator");
  while (inner !== null && /_declarator$/.test(inner.type))
    inner = part(inner, "declarator") ?? namedIn(inner).at(-1) ?? null;
  return inner;
}

/** The innermost node around one that fits. */
export function around(branch: Branch, fits: (branch: Branch) => boolean): Branch | null {
  for (let above = branch.parent; above; above = above.parent) if (fits(above)) return above;
  return null;
}
