/**
 * What a text says: a sentence as it reads, with the headings above it. A line of a key and a value, and a row of a table by what its first cell names,
 * has its `key`; `value` is what the value is, where that is a number, a date or a version.
 */
export type Saying = {
  text: string;
  heading: string;
  key?: string;
  value?: { type: string; as: string };
  isRow?: true;
};
