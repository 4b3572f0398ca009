import { expect, test } from "vitest";
import { partsOf } from "./parts.ts";

test.each([
  ["Who painted the old harbour and when was it closed?", ["Who painted the old harbour?", "when was it closed?"]],
  ["Who wrote Dune? When was it published?", ["Who wrote Dune?", "When was it published?"]],
  ["Qui a peint le port et quand a-t-il fermé ?", ["Qui a peint le port?", "quand a-t-il fermé ?"]],
  ["¿Quién pintó el puerto y por qué se cerró?", ["¿Quién pintó el puerto?", "por qué se cerró?"]],
  ["Wer malte den Hafen und wann wurde er geschlossen?", ["Wer malte den Hafen?", "wann wurde er geschlossen?"]],
  ["Who painted the harbour?", ["Who painted the harbour?"]],
  ["Who painted salt and pepper?", ["Who painted salt and pepper?"]],
])("%j is asked as %j", (question, parts) => {
  expect(partsOf(question)).toEqual(parts);
});

test("a name is never cut", () => {
  expect(partsOf('Who wrote "Then and When the Rain Fell"?')).toHaveLength(1);
});
