import fc from "fast-check";
import { expect, test } from "vitest";
import { entailment } from "./entail.ts";

const text = [
  "The server listens on port 7878 by default. Sessions expire after 30 minutes unless they are renewed.",
  "The client must not send more than five requests per second.",
  "Lena Voss designed the harbour in 1911. Builds may use the cache. The cache feeds the index of every folder.",
].join("\n\n");

test.each([
  ["The server listens on port 7878.", "supported"],
  ["By default, the server listens on port 7878.", "supported"],
  ["The harbour was designed by Lena Voss in 1911.", "supported"],
  ["The server listens on port 8080 by default.", "contradicted"],
  ["Sessions expire after 14 minutes unless they are renewed.", "contradicted"],
  ["Sessions expire after fourteen minutes unless they are renewed.", "contradicted"],
  ["The client must send more than five requests per second.", "contradicted"],
  ["Anna Berg designed the harbour in 1911.", "contradicted"],
  ["Lena Voss designed the harbour in 1912.", "contradicted"],
  ["Builds must use the cache.", "contradicted"],
  ["Sessions expire after 30 hours unless they are renewed.", "open"],
  ["Sessions expire after 30 minutes.", "open"],
  ["The index feeds the cache of every folder.", "open"],
  ["The harbour designed Lena Voss in 1911.", "open"],
  ["The weather is fine.", "open"],
])("%s: %s", (sentence, verdict) => {
  expect(entailment(sentence, text).verdict).toBe(verdict);
});

const chapter = [
  "The counter keeps track of the number of references to a value to determine whether or not the value is in use.",
  "If there are zero references to a value, the value can be cleaned up without any handles becoming stale.",
  "The main aim of lifetimes is to prevent dangling handles, which, if they were allowed, would cause a crash.",
  "Ida Berg searched through a code base and discovered some evidence of waste.",
  "The early code would not have compiled, because every handle needed a name.",
  "The lock was discussed in Chapter 15. The parser is not fast and copied some bytes.",
].join("\n\n");

test.each([
  ["The counter keeps track of the number of references to a value.", "supported"],
  ["The main aim of lifetimes is to prevent dangling handles.", "supported"],
  ["Ida Berg searched through a code base.", "supported"],
  ["The value is in use.", "open"],
  ["If there are zero references to a value, the value can be cleaned up.", "open"],
  ["Every handle needed a name.", "open"],
  ["The lock was discussed in Chapter 16.", "open"],
  ["Omar Lind searched through a code base.", "contradicted"],
  ["The parser is fast.", "contradicted"],
])("of a longer sentence: %s: %s", (sentence, verdict) => {
  expect(entailment(sentence, chapter).verdict).toBe(verdict);
});

const reasons = [
  "An attacker could replace the list, therefore Borg includes a second mechanism that is applied to the list.",
  "If an attacker comes, the gate may fail; therefore the guard closes the harbour.",
  "Omar said that ships could sink, therefore the pilot leaves the tower.",
  "The lamp may flicker; it burns all night.",
  "Pay the toll; otherwise the lock stays shut.",
  "Never do this: open the sluice; the mill floods the field.",
  "The crew does not rest; the cook serves the soup.",
].join("\n\n");

test.each([
  ["Borg includes a second mechanism that is applied to the list.", "supported"],
  ["The guard closes the harbour.", "open"],
  ["The pilot leaves the tower.", "open"],
  ["The lamp burns all night.", "open"],
  ["The lock stays shut.", "open"],
  ["The mill floods the field.", "open"],
  ["The cook serves the soup.", "open"],
])("of what a sentence comes to: %s: %s", (sentence, verdict) => {
  expect(entailment(sentence, reasons).verdict).toBe(verdict);
});

test("only names are taken from the title", () => {
  const said = "Assignment expressions are for Python 3.8.";
  const there = "Changes were made before Python 3.8 was released.";
  expect(entailment(said, there, "Assignment expressions").verdict).toBe("open");
});

test("a name may stand in the title alone", () => {
  expect(entailment("The Harbour opens at nine.", "It opens at nine.", "Harbour guide").verdict).toBe("supported");
});

test("a sentence is supported where it stands, and never with another number", () => {
  const word = fc.constantFrom("gate", "lamp", "tower", "river", "engine", "signal", "stone");
  const sentence = fc.tuple(word, word, fc.integer({ min: 2, max: 5000 }), word);
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 9 }), (made, more) => {
      const tell = ([one, two, n, unit]: [string, string, number, string]) =>
        `Each ${one} near a ${two} holds ${n} ${unit}.`;
      const all = made.map(tell).join(" ");
      for (const each of made) expect(entailment(tell(each), all).verdict).toBe("supported");
      const [one, two, n, unit] = made[0]!;
      const other = tell([one, two, n + more, unit]);
      if (!made.some((each) => each[2] === n + more)) expect(entailment(other, all).verdict).not.toBe("supported");
    }),
  );
});
