import { ecmascriptLoaders } from "./ecmascript.ts";
import { languageOf } from "./languages.ts";
import { javaLoaders } from "./modules.ts";
import { pythonLoaders } from "./python.ts";

/**
 * Whether a source text may declare or import what is called `name`, judged without parsing it. False only where no reading
 * of the text can: the first part of the name stands nowhere in it, nothing in it could spell that part in another way, and
 * nothing opens what the file declares or imports.
 */
export function mayMention(path: string, text: string, name: string): boolean {
  const language = languageOf(path);
  const part = /[\p{L}\p{M}\p{N}_$]+/u.exec(name)?.[0];
  if (language === null || part === undefined || text.includes(part)) return true;
  switch (language.modules) {
    case "ecmascript":
      return ecmascript.test(text) || escapes(part).test(text);
    case "python": {
      const folded = text.normalize("NFKC");
      return python.test(folded) || folded.includes(part.normalize("NFKC"));
    }
    case "go":
      return /\\|"C"|`C`|plugin/.test(text);
    case "java":
      return text.includes("\\u") || javaLoaders.test(text);
    case "c":
      // What is included may hold macros that stand for anything.
      return /#\s*include|##|\\|%:|\?\?/.test(text);
    case "rust":
      return text.includes("!") || /[^\0-\x7f]/.test(part);
  }
}

/** What loads by other names, imports by a call, or may begin a comment or not. */
const ecmascript = new RegExp(`\\b(?:${ecmascriptLoaders.join("|")}|vm)\\b|import\\s*[^\\s\\w$"'{*]|<!--`);

/** What loads by other names, imports everything, or from where the file stands; and another encoding. */
const python = new RegExp(`\\b(?:${pythonLoaders.join("|")})\\b|import[\\s\\\\(]*\\*|from[\\s\\\\]*\\.|coding[:=]`);

/** Escapes that may stand for a character of a part, or for nothing. */
function escapes(part: string): RegExp {
  return new RegExp(`\\\\(?:[ux0-7\\r\\n\\u2028\\u2029]|[${part}])`, "u");
}
