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
  ["Anna Berg designed the harbour in 1911.", "open"],
  ["Lena Voss designed the harbour in 1912.", "contradicted"],
  ["Builds must use the cache.", "contradicted"],
  ["Sessions expire after 30 hours unless they are renewed.", "contradicted"],
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
  "The lock was discussed in Chapter 15. The parser is not fast and copied bytes.",
].join("\n\n");

test.each([
  ["The counter keeps track of the number of references to a value.", "supported"],
  ["The main aim of lifetimes is to prevent dangling handles.", "supported"],
  ["Ida Berg searched through a code base.", "supported"],
  ["The value is in use.", "open"],
  ["If there are zero references to a value, the value can be cleaned up.", "open"],
  ["Every handle needed a name.", "open"],
  ["The lock was discussed in Chapter 16.", "open"],
  ["Omar Lind searched through a code base.", "open"],
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

const halves = [
  "Version 2 removed the legacy parser. In debug mode, the server logs every request. In release mode, the server logs nothing.",
  "The primary node writes to disk, and the replica writes to memory. The default timeout is 30 seconds for reads and 60 seconds for writes.",
  "The dev profile is defined with good defaults for development, and the release profile has good defaults for release builds.",
  "Just like vectors, hash maps store their data on the heap. The default type is f64 because it is as fast as f32.",
  "In the case of a byte, the value 256 becomes 0, the value 257 becomes 1, and so on.",
  "The blue team starts with 10 points, and the green team starts with 50.",
  "Some languages have garbage collection. When you compile in release mode, Rust does not include checks for overflow.",
  "The cache is small. It holds 40 pages. The archive is slow and old. It was moved to tape.",
].join("\n\n");

test.each([
  ["The legacy parser was added in version 2.", "open"],
  ["In release mode, the server logs every request.", "open"],
  ["In debug mode, the server logs nothing.", "open"],
  ["In release mode, the server does not log every request.", "open"],
  ["The server logs nothing.", "open"],
  ["The primary node writes to memory.", "open"],
  ["The default timeout is 30 seconds for writes.", "open"],
  ["The default timeout is 60 seconds for reads.", "open"],
  ["The dev profile has good defaults for release builds.", "open"],
  ["The release profile has good defaults for development.", "open"],
  ["Hash maps store their data on the disk.", "open"],
  ["The default type is f32.", "contradicted"],
  ["In the case of a byte, the value 256 becomes 1.", "open"],
  ["The green team starts with 10 points.", "open"],
  ["Rust doesn't have garbage collection.", "open"],
  ["Rust includes checks for overflow.", "open"],
  ["The cache was moved to tape.", "open"],
  ["The archive holds 40 pages.", "open"],
  ["In debug mode, the server logs every request.", "supported"],
  ["The release profile has good defaults for release builds.", "supported"],
  ["When you compile in release mode, Rust does not include checks for overflow.", "supported"],
  ["Hash maps store their data on the heap.", "supported"],
  ["The green team starts with 50.", "supported"],
  ["The cache holds 40 pages.", "supported"],
  ["The archive was moved to tape.", "supported"],
  ["The cache holds 50 pages.", "contradicted"],
  ["The archive was not moved to tape.", "contradicted"],
  ["When you compile in release mode, Rust includes checks for overflow.", "contradicted"],
])("words keep their half of a sentence, and their case: %s: %s", (sentence, verdict) => {
  expect(entailment(sentence, halves).verdict).toBe(verdict);
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

test.each([
  // What is set in says so of what it stands behind; what it may take back is left.
  [
    "The lamp was built by Kim in 1935.",
    "Above all, the rope and the lamp (built by Kim in 1935) were new.",
    "supported",
  ],
  ["The bridge is closed.", "The bridge, the oldest in town, is closed.", "supported"],
  ["The bridge was built in 1911.", "The bridge, built in 1911 by Kim, is closed.", "supported"],
  ["The bridge was built in 1912.", "The bridge, built in 1911 by Kim, is closed.", "contradicted"],
  ["The tool was popular among pilots.", "The tool, which was popular among pilots, is gone.", "supported"],
  ["The harbour was built in 1911.", "The owner of the harbour, who was built in 1911, is rich.", "open"],
  ["The bridge is closed.", "The bridge, if wet, is closed.", "open"],
  ["The bridge is closed.", "The bridge (except in summer) is closed.", "open"],
  // What can't be so at once of one thing.
  ["Each version is supported for six months.", "Each version is supported for six weeks.", "contradicted"],
  ["The trip takes 0 hours.", "The trip takes 0 minutes.", "open"],
  ["Guests can read logs.", "Guests cannot read logs.", "contradicted"],
  ["The most recent version is supported.", "The most recent version is not supported.", "contradicted"],
  ["Most versions are supported.", "Most versions are not supported.", "open"],
  ["The end of life is October 2025.", "The end of life is October 2026.", "contradicted"],
  ["The build uses 2018 as its edition.", "The build uses 2015 as its edition.", "contradicted"],
  ["Tabs are the preferred method.", "Spaces are the preferred method.", "contradicted"],
  ["Hamburg is larger than Berlin.", "Berlin is larger than Hamburg.", "contradicted"],
  ["Code is written more often than read.", "Code is read more often than written.", "contradicted"],
  ["A circle is a supertype of ellipse.", "A circle is a subtype of ellipse.", "contradicted"],
  ["Early models were tools.", "Early models were not tools but rather toys.", "open"],
  ["If no key is set, the port is 80.", "If no key is set, the port is 90.", "contradicted"],
  [
    "It is an error for a file to name itself.",
    "It is usually slow. It is an error for a file to name itself twice.",
    "supported",
  ],
  // Which thing is meant is not how it is.
  ["The public key is sent.", "The private key is sent.", "open"],
  ["The client sends the public key.", "The client sends the private key.", "open"],
  ["The subclass is found.", "The superclass is found.", "open"],
  ["The gauge 9 stands in the hall.", "The gauge 100 stands in the hall.", "open"],
])("set in, or exclusive: %s / %s: %s", (sentence, there, verdict) => {
  expect(entailment(sentence, there).verdict).toBe(verdict);
});
