import { expect, test } from "vitest";
import { entailment } from "./entail.ts";

test.each([
  // What adds to a sentence takes nothing from it.
  ["The gate is open.", "Although the gate is open, the bridge may be shut.", "supported"],
  ["The bridge is shut.", "Although the gate is open, the bridge may be shut.", "open"],
  ["The lamp burns all night.", "The lamp burns all night, giving light to those who may pass.", "supported"],
  ["The lamp burns all night.", "The lamp burns all night, assuming the oil may last.", "open"],
  ["The lamp burns all night.", "The lamp burns all night, giving light, unless it rains.", "open"],
  ["The loom is wound by hand.", "The loom is wound by hand and can be stopped.", "supported"],
  ["The loom is wound by hand.", "If the loom is wound by hand and can be stopped, the bell rings.", "open"],
  ["The loom is wound by hand.", "The author says the loom is wound by hand and can be stopped.", "open"],
  ["Files are old.", "Files that are old and can be rebuilt are deleted.", "open"],
  ["The mill has a wheel.", "Kilns may crack, and the mill has a wheel.", "supported"],
  ["The mill has a wheel.", "If kilns crack, and the mill has a wheel, the bell rings.", "open"],
  ["The stack removes the oldest.", "The stack keeps values in a list and removes the oldest.", "supported"],
  ["The stack removes the oldest.", "The stack never keeps values and removes the oldest.", "open"],
  ["The stack removes the oldest.", "Ida says the stack keeps values and removes the oldest.", "open"],
  ["The harbour does not freeze.", "The harbour does not freeze; the river may.", "supported"],
  ["The harbour freezes.", "The harbour does not freeze; the river may.", "contradicted"],
  ["A fig is not a stone.", "A fig is a flower rather than a stone.", "supported"],
  ["A fig is a stone.", "A fig is really a flower, not a stone.", "contradicted"],
  ["A fig is a stone.", "A fig is a flower, not only a stone.", "open"],
  // What is limited at the end is limited all along.
  [
    "Sessions expire after 30 minutes.",
    "Sessions expire after 30 minutes, which frees them, unless they are kept.",
    "open",
  ],
])("%s | %s: %s", (sentence, text, verdict) => {
  expect(entailment(sentence, text).verdict).toBe(verdict);
});

test.each([
  ["Man pages are not deleted.", "Man pages are not removed.", "supported"],
  ["Users must set a name.", "Users have to set a name.", "supported"],
  ["Users must not set a name.", "Users do not have to set a name.", "open"],
  ["You must build Quay.", "The tools you need to build Quay are here.", "open"],
  ["When the door is shut, the lamp burns.", "If the door is shut, the lamp will burn.", "supported"],
  ["The lamp burns.", "The lamp will burn.", "open"],
  ["The lamp burns.", "When the door is shut, the lamp burns.", "open"],
  ["Quay runs on Typescript.", "Quay runs on TypeScript.", "supported"],
  ["Quay calls setName.", "Quay calls setname.", "open"],
  ["Names are stored in the log.", "The server stores names in the log.", "supported"],
  ["The log is stored.", "The server stores names in the log.", "open"],
  ["The dog is bitten.", "The dog has bitten the man.", "open"],
  ["The lamp burns.", "The lamp typically burns.", "open"],
  ["The door is open.", "The door is open, providing that a key is there.", "open"],
  ["The door is open.", "The door is open, pending a decision.", "open"],
  ["The door is open.", "The door is open, starting with May.", "open"],
])("in other words: %s | %s: %s", (sentence, text, verdict) => {
  expect(entailment(sentence, text).verdict).toBe(verdict);
});

test.each([
  ["Quay needs Python 3.9 or newer.", "Quay requires at least Python 3.9.", "supported"],
  ["Quay needs Python 3.9 or newer.", "Quay requires Python 3.9+.", "supported"],
  ["Quay works on Python 3.9 or newer.", "Quay works on Python 3.10.", "open"],
  ["Quay works on Python 3.1.", "Quay works on Python 3.10.", "open"],
  ["The gate was removed in Quay 3.", "The gate was removed in Quay 4.", "contradicted"],
  ["The gate is supported since Quay 3.", "The gate is supported since Quay 4.", "contradicted"],
  ["The gate is found in Quay 3.", "The gate is found in Quay 4.", "open"],
  ["There are 5 files.", "There are 5 files that end in .py.", "open"],
  ["There are 3 files.", "There are 5 files that end in .py.", "open"],
])("versions and counts: %s | %s: %s", (sentence, text, verdict) => {
  expect(entailment(sentence, text).verdict).toBe(verdict);
});

test.each([
  ["The default port is 80.", "The default value of the port option is 80.", "supported"],
  ["The default port is 80.", "The port defaults to 81.", "contradicted"],
  ["The default value of mode is strict.", "The default value of mode is lax.", "contradicted"],
  ["The default value of mode is none.", "The default value of mode is off.", "open"],
  ["The default port is useful.", "The default port is handy.", "open"],
  ["The mill only grinds MP3.", "The mill only grinds FLAC.", "contradicted"],
  ["The mill grinds MP3.", "The mill grinds FLAC.", "open"],
  ["The tool accepts public keys.", "The tool accepts private keys.", "open"],
  ["Files are sorted in ascending order.", "Files are sorted in descending order.", "contradicted"],
  ["Names are case-sensitive.", "Names are case-insensitive.", "contradicted"],
])("of two that exclude each other: %s | %s: %s", (sentence, text, verdict) => {
  expect(entailment(sentence, text).verdict).toBe(verdict);
});
