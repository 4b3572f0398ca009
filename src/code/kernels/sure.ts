import type { Called } from "../facts/called.ts";
import { commandWords } from "../facts/commands.ts";
import type { Module } from "../facts/module.ts";
import type { Project } from "../facts/project.ts";

/** What may give a module of Python names that its text does not say. */
const dynamic =
  /^def __getattr__\b|^__getattr__\b|(?<![.\w])(?:globals|locals|vars|setattr|exec|eval|builtins)\b|\b__dict__\b|\b__class__\s*=[^=]|\bsys\.modules\b|\bfrom sys import\b/m;
/** Attributes of Rust that write no code, those that derive what comes with the language among them. */
const plain =
  /#!?\[\s*(?!(?:allow|warn|deny|inline|must_use|doc|cfg|test|repr|non_exhaustive|deprecated|default|feature)\b|derive\((?:\s*(?:Clone|Copy|Debug|Default|PartialEq|Eq|PartialOrd|Ord|Hash)\s*,?)*\s*\))/;

/**
 * Whether the names that a file has are those that its text says: it takes nothing whole from elsewhere, is read whole, and no macro, generator or
 * reflection may make more.
 */
export function isClosed(module: Module, text: string): boolean {
  const { language, partial, bound, calls, declared, opens } = module;
  if (partial || bound.some(({ as }) => as === "*" || as === ".")) return false;
  switch (language) {
    case "python":
      return !dynamic.test(text);
    case "go":
      return !/^\/\/go:generate|^import "C"/m.test(text);
    case "cpp":
      return opens.length === 0;
    case "java":
      return false;
    case "rust": {
      const full = declared.flatMap(({ name, parent, measures }) =>
        measures ? [parent === null ? name : `${parent}.${name}`] : [],
      );
      const functions = new Set(full);
      return !plain.test(text) && calls.every(({ within }) => within !== null && functions.has(within));
    }
    default:
      return !/\beval\s*\(|\bwith\s*\(|\bdeclare\s+global\b/.test(text);
  }
}

/** Whether a name stands for something without a declaration: what comes with a language or where it runs. */
export function isKnown(name: string): boolean {
  if (commandWords().builtin.has(name) || name in globalThis) return true;
  return /^[A-Z]\w*(?:Error|Exception|Warning|Exit|Interrupt|Iteration)$/.test(name);
}

/** Whether what a file takes of a module by a line may be given by something that stands in for it, or need not be there. */
export function isReplaced({ bound, calls, language }: Module, line: number): boolean {
  const mocks = calls.some(({ name }) => /mock/i.test(name));
  const isLoose = bound.some((each) => each.line === line && (each.tried || (language === "python" && each.types)));
  return isLoose || (mocks && /script|tsx/.test(language));
}

/** Whether a call is one that is only made where there is something to call. */
export function isGuarded({ name, line }: Pick<Called, "name" | "line">, { stands }: Module, text: string): boolean {
  const written = text.split("\n")[line - 1] ?? "";
  return stands.some((each) => each.name === name && each.as !== "import") || written.includes("?.");
}

/** Methods that any object has. */
const given =
  /^(?:__\w+__|toString|toLocaleString|valueOf|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|constructor|hashCode|equals|getClass|notify|notifyAll|wait|clone|finalize|name|ordinal|compareTo|values|valueOf|describeConstable)$/;
/** What gives an object methods by names that no text need say. */
const makers =
  /\b(?:setattr|__setattr__|__dict__|__getattr(?:ibute)?__|exec|eval|globals|vars|setPrototypeOf|definePropert(?:y|ies)|__proto__|Proxy)\b|\b(?:assign|extend|mixin\w*|merge|defaults)\(|\bthis\s*\[|\.prototype\b|(?<!\.bind)[(,]\s*this\s*[,)]/;

/** Whether a type has the methods that its text declares and no others: it inherits nothing, and nothing decorates, extends or is handed it. */
export function isWhole(type: string, name: string, own: Module, { modules, texts }: Project): boolean {
  if (!/script|tsx|python|java/.test(own.language) || given.test(name)) return false;
  const all = [...modules.values()];
  const types = all.flatMap(({ declared }) => declared.filter((each) => each.name === type && each.measures === null));
  const [only] = types;
  if (types.length !== 1 || !only || only.isAbstract || only.isDecorated || only.extends.length > 0) return false;
  const handed = new RegExp(`[([,=]\\s*${type}\\s*(?:[\\]),;]|$)`, "m");
  return all.every((each) => {
    if (each !== own && !each.names.includes(type)) return true;
    const text = texts.get(each.path) ?? "";
    return !makers.test(text) && !handed.test(text.replace(/\bis(?:instance|subclass)\([^()]*\)/g, ""));
  });
}

/** Whether a call on the object itself stands in a method of a type itself, where that object is the type's. */
export function isOnItself({ on, within, line }: Called, type: string, { declared, language }: Module, text: string) {
  if (!/^(?:this|self)$/.test(on ?? "")) return false;
  if (within === type) return language !== "python";
  const method = declared.find(
    (each) => each.parent === type && `${type}.${each.name}` === within && each.line <= line && line <= each.last,
  );
  if (method === undefined) return false;
  const before = text
    .split("\n")
    .slice(method.line - 1, line)
    .join("\n");
  return language === "python" ? !/\blambda[^:]*\bself\b|\bself\s*=[^=]/.test(before) : !/\bfunction\b/.test(before);
}
