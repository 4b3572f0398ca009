import type { Tongue } from "../../src/language/part.ts";

/** What tells right answers from wrong ones in each language. */
type Spoken = {
  none: RegExp;
  once: RegExp;
  yes: RegExp;
  no: RegExp;
  line: string;
  byte: string;
  longer: string;
  noTwins: string;
  /** Three, four and five. */
  numbers: [string, string, string];
  /** Units of sizes, the first of them bytes. */
  sizes: string[];
};

export const spoken: Record<Tongue, Spoken> = {
  en: {
    none: /\b(no|No|not)\b/,
    once: /\bonce\b/,
    yes: /^Yes\b|^There is 1 file\b|^There are \d+ files named/,
    no: /^No\b|^There (is|are) no\b/,
    line: "lines?",
    byte: "bytes?",
    longer: "is longer",
    noTwins: "No two files",
    numbers: ["three", "four", "five"],
    sizes: ["bytes", "KB", "kB", "kilobytes", "MB", "kb"],
  },
  fr: {
    none: /\bpas\b|\baucune?\b/,
    once: /\bune fois\b/,
    yes: /^Oui\b|^Il y a \d+ fichiers?\b/,
    no: /^Non\b|^Il n'y a (?:pas|aucun)\b/,
    line: "lignes?",
    byte: "octets?",
    longer: "est plus long",
    noTwins: "Il n'y a pas deux",
    numbers: ["trois", "quatre", "cinq"],
    sizes: ["octets", "Ko", "ko", "kilo-octets", "Mo", "kB"],
  },
  es: {
    none: /\bno\b|\bNo\b|\b[Nn]ingún\b|\b[Nn]inguna?\b/,
    once: /\buna vez\b/,
    yes: /^Sí(?![\p{L}])|^Hay \d+ archivos?\b/u,
    no: /^No\b/,
    line: "líneas?",
    byte: "bytes?",
    longer: "es más largo",
    noTwins: "No hay dos",
    numbers: ["tres", "cuatro", "cinco"],
    sizes: ["bytes", "KB", "kB", "kilobytes", "MB", "kb"],
  },
  de: {
    none: /\b[Kk]eine?\b|\bnicht\b/,
    once: /\beinmal\b/,
    yes: /^Ja\b|^Es gibt \d+ (?:\p{L}+-)?Datei(?:en)?(?!\p{L})/u,
    no: /^Nein\b|^Es gibt kein/,
    line: "Zeilen?",
    byte: "Bytes?",
    longer: "ist länger",
    noTwins: "Keine zwei",
    numbers: ["drei", "vier", "fünf"],
    sizes: ["Bytes", "KB", "kB", "Kilobyte", "MB", "kb"],
  },
};
