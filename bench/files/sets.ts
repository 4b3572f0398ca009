import { asking, inside, isKind, kinds, type Make, number, set } from "./truth.ts";

/** Questions about which files there are and what they contain. */
export const sets: Record<string, Make> = {
  "count-all": (f) => asking({}, number(f.files.length)),
  "count-kind"(f) {
    const kind = f.pick(kinds);
    return asking({ K: kind.name }, number(f.files.filter(isKind(kind)).length));
  },
  "count-ext"(f) {
    const end = f.pick([".md", ".json", ".txt", ".py", ".ts", ".csv"]);
    return asking({ E: end }, number(f.files.filter((path) => path.endsWith(end)).length));
  },
  "count-in-dir"(f) {
    const dir = f.pick(f.dirs);
    return asking({ D: dir }, number(f.files.filter(inside(dir)).length));
  },
  "count-kind-dir"(f) {
    const [kind, dir] = [f.pick(kinds), f.pick(f.dirs)];
    return asking({ K: kind.name, D: dir }, number(f.files.filter(isKind(kind)).filter(inside(dir)).length));
  },
  "count-except"(f) {
    const dir = f.pick(f.dirs);
    return asking({ D: dir }, number(f.files.filter((path) => !inside(dir)(path)).length));
  },
  "count-top": (f) => asking({}, number(f.files.filter((path) => !path.includes("/")).length)),
  "list-kind"(f) {
    const kind = f.pick(kinds);
    return asking({ K: kind.name }, set(f.files.filter(isKind(kind))));
  },
  "list-dir-ext"(f) {
    const [end, dir] = [f.pick([".md", ".json", ".txt", ".py", ".ts"]), f.pick(f.dirs)];
    return asking({ E: end, D: dir }, set(f.files.filter((path) => path.endsWith(end)).filter(inside(dir))));
  },
  "two-kinds"(f) {
    const [one, other] = f.two(kinds);
    return asking(
      { K: one.name, L: other.name },
      number(f.files.filter((path) => isKind(one)(path) || isKind(other)(path)).length),
    );
  },
  "which-contain"(f) {
    const text = f.pick(f.texts);
    return asking({ T: text }, set(f.textFiles.filter((path) => f.text(path).includes(text))));
  },
  "which-contain-bare"(f) {
    const text = f.pick(f.words);
    return asking({ T: text }, set(f.textFiles.filter((path) => f.text(path).includes(text))));
  },
  "count-contain"(f) {
    const text = f.pick(f.texts);
    return asking({ T: text }, number(f.textFiles.filter((path) => f.text(path).includes(text)).length));
  },
  word(f) {
    const word = f.pick(f.words);
    const holds = (path: string) =>
      new RegExp(`(?<![\\p{L}\\p{N}_])${word}(?![\\p{L}\\p{N}_])`, "iu").test(f.text(path));
    return asking({ W: word }, number(f.textFiles.filter(holds).length));
  },
  "contain-and"(f) {
    const [one, other] = f.two(f.texts);
    return asking(
      { T: one, U: other },
      set(f.textFiles.filter((path) => f.text(path).includes(one) && f.text(path).includes(other))),
    );
  },
  "contain-or"(f) {
    const [one, other] = f.two(f.texts);
    return asking(
      { T: one, U: other },
      set(f.textFiles.filter((path) => f.text(path).includes(one) || f.text(path).includes(other))),
    );
  },
  "contain-not"(f) {
    const [kind, text] = [f.pick(kinds), f.pick(f.texts)];
    return asking(
      { K: kind.name, T: text },
      set(f.textFiles.filter(isKind(kind)).filter((path) => !f.text(path).includes(text))),
    );
  },
  "contain-but-not"(f) {
    const [one, other] = f.two(f.texts);
    return asking(
      { T: one, U: other },
      set(f.textFiles.filter((path) => f.text(path).includes(one) && !f.text(path).includes(other))),
    );
  },
  "kind-dir-contain"(f) {
    const [kind, dir, text] = [f.pick(kinds), f.pick(f.dirs), f.pick(f.texts)];
    return asking(
      { K: kind.name, D: dir, T: text },
      number(
        f.textFiles
          .filter(isKind(kind))
          .filter(inside(dir))
          .filter((path) => f.text(path).includes(text)).length,
      ),
    );
  },
  "lines-with"(f) {
    const text = f.pick(f.texts);
    return asking(
      { T: text },
      number(f.textFiles.reduce((sum, path) => sum + f.lines(path).filter((line) => line.includes(text)).length, 0)),
    );
  },
  "lines-with-in"(f) {
    const [file, text] = [f.pick(f.unique), f.pick(f.texts)];
    return asking({ F: file, T: text }, number(f.lines(file).filter((line) => line.includes(text)).length));
  },
  occurrences(f) {
    const [file, text] = [f.pick(f.unique), f.pick(f.texts)];
    return asking({ F: file, T: text }, number(f.text(file).split(text).length - 1));
  },
  places(f) {
    const pairs = f.unique
      .flatMap((path) => f.texts.map((text) => ({ path, text })))
      .filter(({ path, text }) => f.text(path).includes(text));
    if (pairs.length === 0) return null;
    const { path, text } = f.pick(pairs);
    const hits = f.lines(path).flatMap((line, index) => (line.includes(text) ? [`${path}:${index + 1}:`] : []));
    return asking({ F: path, T: text }, { is: "text", parts: hits.slice(0, 10) });
  },
  "file-contains"(f) {
    const [file, text] = [f.pick(f.unique), f.pick(f.texts)];
    return asking({ F: file, T: text }, { is: "answer", yes: f.text(file).includes(text) });
  },
  todo: (f) =>
    asking(
      {},
      number(f.textFiles.reduce((sum, path) => sum + f.lines(path).filter((line) => line.includes("TODO")).length, 0)),
    ),
  "lines-of"(f) {
    const file = f.pick(f.unique);
    return asking({ F: file }, number(f.lines(file).length, "line"));
  },
  "bytes-of"(f) {
    const file = f.pick(f.unique);
    return asking({ F: file }, number(f.bytes(file), "byte"));
  },
  "modified-of"(f) {
    const file = f.pick(f.unique);
    const date = new Date(f.modified(file));
    const two = (n: number) => String(n).padStart(2, "0");
    return asking(
      { F: file },
      { is: "text", parts: [`${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`] },
    );
  },
};
