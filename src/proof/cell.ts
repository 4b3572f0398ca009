import type { Call, Claim } from "../core/claim.ts";
import type { Row } from "../core/observation.ts";
import { exact } from "./exact.ts";
import type { Inference } from "./ground.ts";
import { blinded, nothing, unseen, valueless } from "./lack.ts";
import { name, quoted } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { ground, pathOf, type Scene, textOf } from "./scene.ts";
import { statement } from "./statement.ts";
import type { Quantity, Value } from "./value.ts";

/** What tables hold. */
export const cellPredicates: Record<string, Predicate> = {
  cell: {
    forms: [form("cell", "file", "number", "column")],
    example: 'cell("prices.csv", 3, "price") = 4.5',
    means: "the cell of a table, by row and column (its name or number)",
    evaluate: cell,
    noun: (call) => `row ${name(call.args[1])}, column ${quoted(call.args[2])} of ${name(call.args[0])}`,
  },
};

/**
 * The text of a cell. A column that is named is looked for in the first row, and rows are counted beneath it; of one that
 * is numbered nothing says that the first row holds names, so rows are counted from it.
 */
function cell(call: Call, scene: Scene): Value {
  const [path, number, column] = [pathOf(call.args[0], scene), wholeOf(call.args[1]), call.args[2]];
  const named = column?.is !== "number";
  const observation = scene.board.row(path, named ? number + 1 : number);
  if (!observation) return unseen({ see: "row", path, row: named ? number + 1 : number });
  const { seen } = observation;
  if (!seen.ok) return blinded(observation);
  const found = named ? underName(seen, textOf(column, scene), number) : at(seen, wholeOf(column), number);
  if ("fault" in found) return { ...valueless(`${path} ${found.fault}`), ground: { seen: observation } };
  const gives = () => statement(ground(call, scene), made) as Claim;
  const from = [{ seen: observation }];
  const made: Value = {
    is: "text",
    text: found.text,
    lacks: nothing,
    ground: { rule: "observe", from, others: [], gives },
  };
  return made;
}

/** The number that the text of a cell writes, blanks around it aside; a text that writes none has no number. */
export function numberOf(call: Call, value: Value, scene: Scene): Value {
  if (value.is !== "text") return value;
  const text = value.text.trim();
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) {
    const what = `${JSON.stringify(value.text)}, which is no number as claims write them`;
    return { ...valueless(`it holds ${what}`), ground: value.ground };
  }
  const number = exact(text);
  const gives = () => statement(ground(call, scene), made) as Claim;
  const inference: Inference = { rule: "cell", from: [value.ground], others: [], gives };
  const made: Quantity = { is: "number", low: number, high: number, lacks: nothing, ground: inference };
  return made;
}

type Found = { text: string } | { fault: string };

function underName({ names, cells, rows }: Row, name: string, number: number): Found {
  const columns = names.flatMap((one, index) => (one.trim() === name.trim() ? [index] : []));
  if (columns.length === 0) return { fault: `has no column ${JSON.stringify(name)}; it has ${listed(names)}` };
  if (columns.length > 1) return { fault: `has ${columns.length} columns called ${JSON.stringify(name)}` };
  if (cells === null)
    return { fault: `has ${amount(Math.max(0, rows - 1), "row")} beneath its first, so no row ${number}` };
  if (cells.length !== names.length) {
    return {
      fault: `has ${amount(names.length, "column")} in its first row and ${cells.length} in row ${number} beneath`,
    };
  }
  return { text: cells[columns[0]!]! };
}

function at({ cells, rows }: Row, column: number, number: number): Found {
  if (cells === null) return { fault: `has ${amount(rows, "row")}, so no row ${number}` };
  const text = cells[column - 1];
  return text === undefined
    ? { fault: `has ${amount(cells.length, "column")} in row ${number}, so no column ${column}` }
    : { text };
}

function wholeOf(argument: Claim | undefined): number {
  if (argument?.is !== "number") throw new Error("not a number: the claim was not type-checked");
  return Number(argument.text);
}

const shown = 20;

function listed(names: string[]): string {
  const more = names.length > shown ? ` and ${names.length - shown} more` : "";
  return names.length === 0
    ? "none"
    : `${names
        .slice(0, shown)
        .map((name) => JSON.stringify(name.trim()))
        .join(", ")}${more}`;
}

function amount(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}
