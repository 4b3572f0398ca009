/**
 * Expressions of infix operators, read in two ways that share nothing but the table of operators: by descent, and through
 * reverse Polish notation (E. W. Dijkstra's shunting yard, 1961).
 */
export type Token<V> = { is: "value"; value: V; text: string } | { is: "mark"; text: string };

/** `binds`: tighter where larger. A prefix operator takes what follows it. */
export type Operators<V> = {
  infix: Record<string, { binds: number; apply(left: V, right: V): V | null }>;
  prefix: Record<string, { binds: number; apply(value: V): V | null }>;
};

/** A step that was calculated, in words. */
type Note<V> = (operator: string, operands: V[], result: V) => void;

/** Expressions nest at most so deep. */
const deepest = 200;

/** The value by descent, bottom up, each step told; null where it is no expression or an operator has no value there. */
export function descend<V>(tokens: readonly Token<V>[], { infix, prefix }: Operators<V>, note?: Note<V>): V | null {
  let at = 0;
  const mark = () => {
    const token = tokens[at];
    return token?.is === "mark" ? token.text : null;
  };
  const primary = (depth: number): V | null => {
    const token = tokens[at];
    if (!token || depth > deepest) return null;
    at++;
    if (token.is === "value") return token.value;
    if (token.text === "(") {
      const inner = level(0, depth + 1);
      if (inner === null || mark() !== ")") return null;
      at++;
      return inner;
    }
    const operator = prefix[token.text];
    const operand = operator ? level(operator.binds, depth + 1) : null;
    if (!operator || operand === null) return null;
    const made = operator.apply(operand);
    if (made !== null) note?.(token.text, [operand], made);
    return made;
  };
  const level = (least: number, depth: number): V | null => {
    let left = primary(depth);
    while (left !== null) {
      const name = mark();
      const operator = name === null ? undefined : infix[name];
      if (!operator || operator.binds < least) return left;
      at++;
      const right = level(operator.binds + 1, depth + 1);
      if (right === null) return null;
      const made: V | null = operator.apply(left, right);
      if (made !== null) note?.(name!, [left, right], made);
      left = made;
    }
    return null;
  };
  const value = level(0, 0);
  return at === tokens.length ? value : null;
}

/** The value through reverse Polish notation and a stack. */
export function stack<V>(tokens: readonly Token<V>[], operators: Operators<V>): V | null {
  const order = polish(tokens, operators);
  if (order === null) return null;
  const values: V[] = [];
  for (const item of order) {
    if (item.is === "value") {
      values.push(item.value);
      continue;
    }
    const last = values.pop();
    if (last === undefined) return null;
    const first = item.infix ? values.pop() : undefined;
    if (item.infix && first === undefined) return null;
    const made = item.infix
      ? operators.infix[item.text]!.apply(first!, last)
      : operators.prefix[item.text]!.apply(last);
    if (made === null) return null;
    values.push(made);
  }
  return values.length === 1 ? values[0]! : null;
}

type Item<V> = { is: "value"; value: V } | { is: "operator"; text: string; infix: boolean };

function polish<V>(tokens: readonly Token<V>[], { infix, prefix }: Operators<V>): Item<V>[] | null {
  const output: Item<V>[] = [];
  const waiting: { text: string; infix: boolean; binds: number }[] = [];
  let wantsOperand = true;
  const release = (until: (top: { text: string; infix: boolean; binds: number }) => boolean) => {
    for (let top = waiting.at(-1); top && !until(top); top = waiting.at(-1)) {
      waiting.pop();
      output.push({ is: "operator", text: top.text, infix: top.infix });
    }
  };
  for (const token of tokens) {
    if (token.is === "value") {
      if (!wantsOperand) return null;
      output.push(token);
      wantsOperand = false;
    } else if (token.text === "(") {
      if (!wantsOperand) return null;
      waiting.push({ text: "(", infix: false, binds: -1 });
    } else if (token.text === ")") {
      if (wantsOperand) return null;
      release(({ text }) => text === "(");
      if (waiting.pop() === undefined) return null;
    } else if (wantsOperand) {
      const operator = prefix[token.text];
      if (!operator) return null;
      waiting.push({ text: token.text, infix: false, binds: operator.binds });
    } else {
      const operator = infix[token.text];
      if (!operator) return null;
      release((top) => top.text === "(" || top.binds < operator.binds);
      waiting.push({ text: token.text, infix: true, binds: operator.binds });
      wantsOperand = true;
    }
  }
  if (wantsOperand) return null;
  release(({ text }) => text === "(");
  return waiting.length === 0 ? output : null;
}
