import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { serialize } from "node:v8";
import { type Plugin, rolldown } from "rolldown";
import { readCodeQuestion } from "./src/code/ask/question.ts";
import { menu } from "./src/commands/data.ts";
import { readAmount } from "./src/language/amount.ts";
import { speak, tongues } from "./src/recipes/data.ts";
import { fresh } from "./src/system/made.ts";

/** Puts the program together to few files, by which a start takes half the time (docs/decisions/017-parts.md). */
const src = fileURLToPath(new URL("src/", import.meta.url));
const dist = fileURLToPath(new URL("dist/", import.meta.url));

/** Where dynamic imports begin, in order. */
function importsIn(node: unknown): number[] {
  if (typeof node !== "object" || node === null) return [];
  const { type, start } = node as { type?: string; start?: number };
  const inside = Object.values(node).flatMap(importsIn);
  return type === "ImportExpression" ? [start!, ...inside] : inside;
}

/** A file of the program says where it stands as it would by itself: data and the programs of threads lie relative to that. */
const placed: Plugin = {
  name: "placed",
  transform(code, id) {
    const own = relative(src, id).replace(/\.ts$/, ".js");
    return code.replaceAll("import.meta.url", `placeOf(${JSON.stringify(own)})`);
  },
  // A part knows of no `import`; `bring` is one.
  renderChunk(code) {
    const parts: string[] = [];
    let from = 0;
    const tree = this.parse(code, { lang: "js", sourceType: "script" });
    for (const at of importsIn(tree).sort((one, other) => one - other)) {
      parts.push(code.slice(from, at), "bring");
      from = at + "import".length;
    }
    return parts.join("") + code.slice(from);
  },
};

/**
 * Files that are loaded together, each with what it imports that none before it has; what every start needs stands first. The
 * main file stands by itself: it ends when the program does, and what imports the file that it is in would wait for that.
 */
const together: [name: string, from: RegExp][] = [
  [
    "start",
    /src\/(?:cli\/(?:commands|print|supervised|text)|core\/(?:error|once|lazy)|runtime\/settings\/version)\.ts$/,
  ],
  ["settings", /src\/runtime\/settings\/(?:adopted|config)\.ts$/],
  ["recipes", /src\/cli\/brief\.ts$/],
  ["intent", /src\/runtime\/run\/intent\.ts$/],
  ["route", /src\/cli\/(?:batch|route)\.ts$/],
  ["proof", /src\/(?:proof\/(?:check|decide|grammar|sentence|types)|tools\/observer)\.ts$/],
  [
    "ask",
    /src\/(?:cli\/(?:alone|ask)|runtime\/run\/(?:pursue|factbase|offer)|engines\/direct|recipes\/answer\/run)\.ts$/,
  ],
  [
    "texts",
    /src\/(?:runtime\/session\/retriever|runtime\/run\/(?:cache|texts)|engines\/(?:cite|recall)|fields\/question)\.ts$/,
  ],
  ["weigh", /src\/runtime\/session\/(?:encoders|models|say|weigh)\.ts$/],
];

rmSync(`${dist}parts`, { recursive: true, force: true });
const program = await rolldown({
  input: { main: `${src}cli/main.ts` },
  platform: "node",
  external: /^[^./]/,
  plugins: [placed],
  checks: { ineffectiveDynamicImport: false },
});
// What V8 keeps of a part goes by its name, so that a part which has changed has another.
const { output } = await program.write({
  dir: `${dist}parts`,
  format: "cjs",
  entryFileNames: "[name]-[hash].cjs",
  chunkFileNames: "[name]-[hash].cjs",
  codeSplitting: {
    groups: together.map(([name, test], at) => ({ name, test, priority: together.length - at })),
  },
});
await program.close();
writeFileSync(`${dist}parts/main`, output[0].fileName);

// What is made of data alone is made here, and read as it is in memory.
menu();
readCodeQuestion("x");
readAmount("x");
for (const tongue of tongues) speak(tongue);
mkdirSync(`${dist}made`, { recursive: true });
for (const [name, value] of fresh) writeFileSync(`${dist}made/${name}.v8`, serialize(value));

// What these starts compile is kept for those that follow (src/system/parts.ts).
const place = mkdtempSync(join(tmpdir(), "ergo-build-"));
writeFileSync(join(place, "kites.md"), "# Kites\n\nA kite flies at 30 metres.\n");
writeFileSync(join(place, "kite.ts"), "export function fly() {\n  return fly();\n}\n");
const starts = [
  ["ask", "How many files are there?"],
  ["ask", "Which Markdown files contain the text kite?"],
  ["ask", "Wie viele Dateien gibt es?"],
  ["ask", "Who calls fly?"],
  ["ask", "How high does a kite fly?"],
  ["check", 'files("**/*.md") > 0'],
  ["route", "Combien de fichiers y a-t-il ?"],
  ["help"],
];
for (const start of starts) {
  spawnSync(process.execPath, [fileURLToPath(new URL("bin/ergo.js", import.meta.url)), ...start], {
    cwd: place,
    env: { ...process.env, ERGO_HOME: join(place, "home"), ERGO_MODEL: "none", ERGO_PULL: "never" },
    stdio: "ignore",
  });
}
rmSync(place, { recursive: true });
