import { expect, test } from "vitest";
import { defaultIn } from "./default.ts";

test.each([
  ["What is the default of minwidth?", "minwidth: Only wider images count. Default: 0.", "", "0"],
  [
    "How long does it wait by default?",
    "The time to wait.",
    "* Default: 300000 (5 minutes)\n* Type: Number\n\nThe time to wait.",
    "300000 (5 minutes)",
  ],
  ["What is the default log level?", 'The default value of loglevel is "notice" but there are others.', "", "notice"],
  [
    "What is used unless told otherwise?",
    "Format of albums. Defaults to $albumartist - $album.",
    "",
    "$albumartist - $album",
  ],
  ["What is the default?", "Two things.", "one: Default: 1.\ntwo: Default: 2.\nTwo things.", null],
  ["How long does it wait?", "The time to wait. Default: 5.", "", null],
])("%s of: %s", (question, plain, around, value) => {
  expect(defaultIn(question, { plain, sentence: around === "" ? plain : around })).toBe(value);
});
