/** The part of JSON Schema (draft 2020-12) that Ergo describes what it reads and writes in. */
export type Schema = {
  title?: string;
  description?: string;
  type?: "object" | "array" | "string" | "integer" | "number" | "boolean" | "null";
  enum?: readonly unknown[];
  minLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  /** False where no other keys may stand, or what they hold; else they hold anything. */
  additionalProperties?: boolean | Schema;
  anyOf?: readonly Schema[];
};

/** What is wrong with a value, and where in it. `unknown` is the key of an object that may not stand there. */
export type Fault = { path: string[]; message: string; unknown?: string };

/** The first thing that is wrong with a value; undefined where it is as the schema says. */
export function faultOf(schema: Schema, value: unknown, path: string[] = []): Fault | undefined {
  const { type, anyOf, enum: options } = schema;
  const fault = (message: string): Fault => ({ path, message });
  if (type && !isOf(type, value)) return fault(`expected ${called[type]}, not ${nameOf(value)}`);
  if (options && !options.includes(value)) {
    return fault(`expected ${options.map((each) => JSON.stringify(each)).join(" or ")}, not ${JSON.stringify(value)}`);
  }
  if (anyOf) {
    const faults = anyOf.map((each) => faultOf(each, value, path));
    // The fault that lies deepest is that of the alternative which was meant.
    if (!faults.includes(undefined)) return faults.toSorted((one, other) => other!.path.length - one!.path.length)[0];
  }
  if (typeof value === "string") return inText(schema, value, fault);
  if (typeof value === "number") return inNumber(schema, value, fault);
  if (Array.isArray(value)) return inList(schema, value, path);
  return typeof value === "object" && value !== null ? inObject(schema, value, path) : undefined;
}

const called: Record<NonNullable<Schema["type"]>, string> = {
  object: "keys with values",
  array: "a list",
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  null: "nothing",
};

function isOf(type: NonNullable<Schema["type"]>, value: unknown): boolean {
  if (type === "integer") return Number.isSafeInteger(value);
  if (type === "array") return Array.isArray(value);
  if (type === "null") return value === null;
  return typeof value === type && value !== null && !Array.isArray(value);
}

function nameOf(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "keys with values";
  return JSON.stringify(value) ?? "nothing";
}

type Finding = (message: string) => Fault;

function inText({ minLength = 0, pattern }: Schema, value: string, fault: Finding): Fault | undefined {
  if (value.length < minLength) return fault("it is empty");
  if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) return fault(`it does not match ${pattern}`);
  return undefined;
}

function inNumber({ minimum, maximum }: Schema, value: number, fault: Finding): Fault | undefined {
  if (minimum !== undefined && value < minimum) return fault(`expected at least ${minimum}, not ${value}`);
  if (maximum !== undefined && value > maximum) return fault(`expected at most ${maximum}, not ${value}`);
  return undefined;
}

function inList({ items }: Schema, value: unknown[], path: string[]): Fault | undefined {
  if (items)
    for (const [at, each] of value.entries()) {
      const found = faultOf(items, each, [...path, String(at)]);
      if (found) return found;
    }
  return undefined;
}

function inObject(schema: Schema, value: object, path: string[]): Fault | undefined {
  const { properties = {}, required = [], additionalProperties: others = true } = schema;
  const missing = required.find((key) => (value as Record<string, unknown>)[key] === undefined);
  if (missing !== undefined) return { path: [...path, missing], message: "it is missing" };
  for (const [key, each] of Object.entries(value)) {
    if (each === undefined) continue;
    const place = Object.hasOwn(properties, key) ? properties[key]! : others;
    if (place === false) return { path, message: `unknown key "${key}"`, unknown: key };
    const found = place === true ? undefined : faultOf(place, each, [...path, key]);
    if (found) return found;
  }
  return undefined;
}
