/** Ten families of games in four bands: a folder and a goal are drawn, and what is so is known from the drawing. */
export type Instance = {
  family: string;
  band: "search" | "formal" | "governance" | "diagnosis";
  files: Record<string, string | Uint8Array>;
  goal: string;
  truth: "holds" | "fails" | "open";
};

/** A whole number below `n`. */
export type Draw = (n: number) => number;

const words = ["amber", "basil", "cedar", "delta", "ember", "fjord", "grove", "heron", "indigo", "jasper"];
const names = ["Anne", "Bob", "Cleo", "Dan", "Eve"];
const traits = ["big", "red", "kind", "cold", "young"];

/** The generator of each family. */
export const families: Record<string, (draw: Draw) => Instance> = {
  exists(draw) {
    const files = texts(draw, "notes");
    const path = draw(2) === 0 ? pick(draw, Object.keys(files)) : `notes/${pick(draw, words)}-none.txt`;
    const never = draw(2) === 0;
    const there = path in files;
    return made("exists", "search", files, `${never ? "not " : ""}exists(${JSON.stringify(path)})`, there !== never);
  },
  contains(draw) {
    const files = texts(draw, "notes");
    const word = pick(draw, words);
    const held = Object.values(files).some((text) => text.includes(word));
    return made("contains", "search", files, `any x in files("notes/**"): contains(x, ${JSON.stringify(word)})`, held);
  },
  count(draw) {
    const files = texts(draw, "notes");
    const word = pick(draw, words);
    const lines = Object.values(files)
      .flatMap((text) => text.split("\n"))
      .filter((line) => line.includes(word)).length;
    const said = lines + (draw(2) === 0 ? 0 : 1 + draw(2));
    return made("count", "search", files, `count(${JSON.stringify(word)}, "**") = ${said}`, said === lines);
  },
  deduction(draw) {
    const chain = shuffled(draw, traits);
    const [who, other] = shuffled(draw, names) as [string, string];
    const length = 2 + draw(2);
    const denied = draw(2) === 0;
    const lines = chain
      .slice(1, length + 1)
      .map(
        (trait, at) => `If someone is ${chain[at]} then they are ${at === length - 1 && denied ? "not " : ""}${trait}.`,
      );
    const files = { "facts.txt": [`${who} is ${chain[0]}.`, ...shuffled(draw, lines)].join("\n") };
    const about = draw(3) === 0 ? other : who;
    const goal = `fact(${JSON.stringify(about)}, "is", ${JSON.stringify(chain[length])})`;
    return {
      family: "deduction",
      band: "formal",
      files,
      goal,
      truth: about === other ? "open" : denied ? "fails" : "holds",
    };
  },
  order(draw) {
    const row = shuffled(draw, names);
    const lines = shuffled(
      draw,
      row.slice(1).map((name, at) => `${row[at]} is older than ${name}.`),
    );
    const said = draw(2) === 0 ? row[0]! : pick(draw, row.slice(1));
    const text = `${lines.join(" ")} Who is the oldest?`;
    return made(
      "order",
      "formal",
      { "a.txt": "x\n" },
      `follows(${JSON.stringify(text)}, ${JSON.stringify(said)})`,
      said === row[0],
    );
  },
  arithmetic(draw) {
    const files = texts(draw, "notes");
    const [one, other] = shuffled(draw, Object.keys(files)) as [string, string];
    const lines = (path: string) => files[path]!.split("\n").length - 1;
    const [a, b] = [draw(20), draw(20)];
    const sum = a * b + draw(2);
    const goal = `lines(${JSON.stringify(one)}) <= lines(${JSON.stringify(other)}) and value("${a} * ${b}") = ${sum}`;
    return made("arithmetic", "formal", files, goal, lines(one) <= lines(other) && a * b === sum);
  },
  fields(draw) {
    const files = Object.fromEntries(
      words
        .slice(0, 3 + draw(4))
        .map((name) => [`docs/${name}.md`, `---\nStatus: ${draw(6) === 0 ? "Draft" : "Final"}\n---\n# ${name}\n`]),
    );
    const all = Object.values(files).every((text) => text.includes("Final"));
    return made("fields", "governance", files, 'all x in files("docs/*.md"): field(x, "Status") = "Final"', all);
  },
  forbidden(draw) {
    const files = Object.fromEntries(
      words
        .slice(0, 4 + draw(4))
        .map((name) => [`src/${name}.ts`, `export const ${name} = 1;${draw(8) === 0 ? " // TODO" : ""}\n`]),
    );
    const none = Object.values(files).every((text) => !text.includes("TODO"));
    return made("forbidden", "governance", files, 'all x in files("src/**"): not contains(x, "TODO")', none);
  },
  declarations(draw) {
    const [one, other] = shuffled(draw, words) as [string, string];
    const broken = draw(2) === 0;
    const files = {
      "src/main.ts": `import { ${one} } from "./lib.ts";\n${one}();\n`,
      "src/lib.ts": `export function ${broken ? other : one}() {}\n`,
    };
    return made(
      "declarations",
      "diagnosis",
      files,
      `imports("src/main.ts", "./lib.ts") and defines("src/lib.ts", ${JSON.stringify(one)})`,
      !broken,
    );
  },
  unseen(draw) {
    const word = pick(draw, words);
    const there = draw(2) === 0;
    const files = { "a.txt": `${there ? word : "nothing"}\n`, "b.bin": Uint8Array.from([0, 255, 0, 1 + draw(50)]) };
    const goal = `any x in files("*"): contains(x, ${JSON.stringify(word)})`;
    return { family: "unseen", band: "diagnosis", files, goal, truth: there ? "holds" : "open" };
  },
};

function made(
  family: string,
  band: Instance["band"],
  files: Record<string, string>,
  goal: string,
  holds: boolean,
): Instance {
  return { family, band, files, goal, truth: holds ? "holds" : "fails" };
}

function texts(draw: Draw, folder: string): Record<string, string> {
  const chosen = shuffled(draw, words).slice(0, 3 + draw(4));
  return Object.fromEntries(
    chosen.map((name) => [
      `${folder}/${name}.txt`,
      Array.from({ length: 1 + draw(4) }, () => `${pick(draw, words)} ${pick(draw, words)}\n`).join(""),
    ]),
  );
}

function pick<T>(draw: Draw, from: readonly T[]): T {
  return from[draw(from.length)]!;
}

function shuffled<T>(draw: Draw, from: readonly T[]): T[] {
  const left = [...from];
  return from.map(() => left.splice(draw(left.length), 1)[0]!);
}
