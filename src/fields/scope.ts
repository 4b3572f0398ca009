import { fieldKey } from "../core/field.ts";
import type { FieldScope, FieldTest } from "./catalog.ts";
import { apart, folderIn, isNoun, isOfSeries, type Reading } from "./reading.ts";

/**
 * The documents that a question means: those of the series that it names or of the folder that its word for them names, where others have the
 * same fields or what is denied may be said of any; else whichever have the fields. Null where they can't be told.
 */
export function scopeIn(reading: Reading, tests: FieldTest[], keys: string[]): FieldScope | null {
  const { whole: catalog, words } = reading;
  const denies = tests.some((test) => test.is === "not" && test.told === null);
  const nouns = nounsIn(reading);
  const meant = catalog.paths.filter((path) => denies || catalog.fieldsOf(path).some(({ key }) => keys.includes(key)));
  const series = [
    ...new Set(
      nouns
        .filter((token) => isOfSeries(catalog, token))
        .map(({ word, stem }) => (catalog.series.has(word) ? word : stem)),
    ),
  ];
  if (series.length > 1) return null;
  if (series[0] !== undefined) {
    const own = catalog.inSeries(series[0]);
    const isOwn = new Set(own);
    return !denies && meant.every((path) => isOwn.has(path)) ? { is: "any" } : seriesScope(reading, series[0], own);
  }
  const sorts = nouns.filter(({ word }) => !words.documents.includes(word));
  const folder = folderIn(
    catalog,
    sorts.map(({ stem }) => stem),
  );
  if (folder !== null && (denies || meant.some((path) => !path.startsWith(folder))))
    return { is: "under", glob: `${folder}**/*` };
  // RFCs are no PEPs, though they may have the same fields.
  if (folder === null && sorts.some(({ word }) => words.sorts.includes(word))) return null;
  // All files are more than the documents.
  const areFiles = nouns.length > 0 && nouns.every(({ word }) => words.files.includes(word));
  return denies && !areFiles ? { is: "documents", sort: sorts.length > 0 } : { is: "any" };
}

/** The words for documents that name nothing else. */
export function nounsIn(reading: Reading) {
  const { tokens, files, values } = reading;
  return tokens.filter((token, at) => {
    return (
      isNoun(reading, token) &&
      token.roles.length === 0 &&
      apart([{ from: at, to: at + 1 }], [...files, ...values]).length > 0
    );
  });
}

/** The files of a series: by the field that numbers them, else by how their names begin. */
function seriesScope({ whole: catalog }: Reading, word: string, own: string[]): FieldScope | null {
  const numbered = catalog.keys.find(({ key }) => key === fieldKey(word));
  const having = catalog.paths.filter((path) => catalog.fieldsOf(path).some(({ key }) => key === numbered?.key));
  const isSame = having.length === own.length && JSON.stringify([...having].sort()) === JSON.stringify([...own].sort());
  if (numbered && isSame) return { is: "having", field: numbered.name };
  const starts = new Set(own.map((path) => path.split("/").at(-1)!.slice(0, word.length)));
  const [start] = starts;
  const isCalled = starts.size === 1 && start!.toLowerCase() === word;
  const begins = (path: string) => /^[-_ ]?\d/.test(path.split("/").at(-1)!.slice(word.length));
  return isCalled && own.every(begins) ? { is: "under", glob: `**/${start}{-,_, ,}[0-9]*` } : null;
}
