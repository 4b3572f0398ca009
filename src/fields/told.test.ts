import { expect, test } from "vitest";
import type { Field, FieldType } from "../core/field.ts";
import { toldOf } from "./told.ts";

const field = (name: string, text: string, type: FieldType = "text"): Field => {
  const lines: [number, number] = [1, 1];
  return { name, key: name.toLowerCase(), text, values: [{ text, type, as: text, lines }], lines, shown: [text] };
};
const fields = [
  field("Title", "A second pier"),
  field("Author", "Lena Voss", "person"),
  field("Status", "Withdrawn"),
  field("Created", "2011-03-02", "date"),
  field("Python-Version", "3.9", "version"),
  field("Post-History", "2011-04-01", "date"),
];

test.each([
  ["Who wrote the idea of a pier?", ["Author"]],
  ["When was the pier proposed and created?", ["Created"]],
  ["What is the status of the pier?", ["Status"]],
  ["Which Python version has the pier?", ["Python-Version"]],
  // A noun in passing, another document, and two meanings at once ask for nothing.
  ["What changed at the pier in its later release?", []],
  ["Who wrote the idea of a tramway?", []],
  ["the author of the pier planned a ferry too, which plan is that?", []],
  ["What is the status and the version of the pier?", []],
])("%s", (question, asked) => {
  const given = toldOf(question, { title: "Abstract", fields });
  expect(given.asked.map(({ name }) => name)).toEqual(asked);
  expect(given.title).toBe("A second pier");
  expect(given.told.map(({ name }) => name)).toEqual(["Author", "Status", "Created", "Python-Version"]);
});
