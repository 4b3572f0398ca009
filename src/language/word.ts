/** A word of a question as it is written; `quoted`: it stands in quotes or code marks. */
export type Word = { text: string; quoted: boolean };

/** Words without what surrounds them; what stands in quotes or code marks is one. */
export function wordsOf(question: string): Word[] {
  const asked = question.normalize("NFC").replaceAll("’", "'").trim();
  const found = asked.matchAll(
    /`([^`]+)`|"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«\s*([^»]+?)\s*»|(?<![\p{L}\p{N}])'([^']+)'(?!\p{L})|(\S+)/gu,
  );
  return [...found].flatMap(([, ...groups]): Word[] => {
    const plain = groups[6];
    if (plain === undefined) return [{ text: groups.find((group) => group !== undefined)!, quoted: true }];
    const word = plain
      .replace(/^[([¿¡,;:–—-]+|[,;:?!–—-]+$/g, "")
      // "starlette[full]" is whole.
      .replace(/(?<=^[^[(]*)[)\],;:?!–—-]+$/, "")
      // "forbid(unsafe_code)" is whole as well.
      .replace(/(?<!\([^()]+)[)]+$/, "")
      .replace(/'s$|(?<=s)'$/, "")
      .replace(/(?<=[\p{L}\p{N})/])[.…]+$/u, "");
    // "d'interfaces" is two words, and so is "test_*.py-Dateien".
    return word
      .split(
        /(?<=^(?:[dlns]|qu))'|(?<=[*.]\w+)-(?=(?:dateien?|files?)$)|(?<=^[a-z]+)-(?=test-?dateien?$)|(?<=^[\w./]+)-(?=(?:ordner|verzeichnis|folder|directory)s?$)|(?<=^(?:second|third))-|(?<=^zweit)(?=größ|klein|läng|kürz)/i,
      )
      .flatMap((text) => (text === "" ? [] : [{ text, quoted: false }]));
  });
}

const umlauts: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue" };

/** How a phrase is spelt without the letters that other keyboards lack: "groesste" and "grosste" for "größte", "cuantos" for "cuántos". */
export function plainly(phrase: string): string[] {
  if (/^[\x20-\x7e]*$/.test(phrase)) return [];
  const swiss = phrase.replaceAll("ß", "ss");
  return [swiss, swiss.replace(/[äöü]/g, (letter) => umlauts[letter]!), bare(swiss)];
}

/** Letters without their marks. */
export function bare(phrase: string): string {
  return phrase.normalize("NFD").replace(/\p{M}/gu, "");
}
