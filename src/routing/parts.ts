import { detectLanguage } from "../language/tongue.ts";
import { findEntities } from "./entities.ts";
import { lexicon } from "./lexicon.ts";

/**
 * The questions that stand side by side in one ("Who painted the harbour and when was the lighthouse built?"), each as it
 * stands there; the whole where there is but one. Names are never cut. Pure.
 */
export function partsOf(question: string): string[] {
  const text = question.normalize("NFC").trim();
  const words = lexicon(detectLanguage(text));
  const masked = findEntities(text, words).reduce((rest, name) => rest.replaceAll(name, "_".repeat(name.length)), text);
  const lower = masked.toLowerCase();
  const finder = words.splits(lower);
  const cuts = finder ? [...lower.matchAll(finder)] : [];
  const parts: string[] = [];
  let from = 0;
  for (const { 0: found, index } of cuts) {
    parts.push(text.slice(from, index + (found.startsWith("?") ? 1 : 0)));
    // The word by which the next one asks belongs to it.
    from = index + found.length - (/(?:por )?\p{L}+$/u.exec(found)?.[0].length ?? 0);
  }
  parts.push(text.slice(from));
  const whole = parts.map((part) => part.trim()).filter((part) => part.split(/\s+/).length > 1);
  if (whole.length < 2) return [text];
  const ends = /[?!.]$/;
  const mark = text.endsWith("?") ? "?" : "";
  return whole.map((part) => (ends.test(part) ? part : part + mark));
}
