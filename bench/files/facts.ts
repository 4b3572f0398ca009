import { asking, inside, isKind, kinds, type Make, number, ranked, set, top } from "./truth.ts";

/** Whether a phrasing of "compare" asks which of the two it is, not whether it is so. */
export const asksWhich = (phrasing: string) =>
  /^(?:Which|(?:Between|Of)(?!.*, is )|Lequel|Laquelle|Quel|Qui|Entre|De|¿?(?:Cuál|Qué|Entre|De)|Welche|Was|Wer|Von)(?!\p{L})|: which |\{F\}`?,? (?:or|ou|o|oder) /u.test(
    phrasing,
  );
/** Whether a phrasing of "named" asks how names begin, not what they hold. */
export const begins = (phrasing: string) =>
  /start|begin|prefix|commen|débu|préfix|empie|empez|comien|comenz|inici|beginn|anf[aä]ng|fängt|präfix/i.test(phrasing);

/** Questions about single files, rankings, totals and code. */
export const facts: Record<string, Make> = {
  exists(f) {
    const names = [
      ...f.unique.map((path) => path.slice(path.lastIndexOf("/") + 1)),
      "nothing-here.txt",
      "missing.md",
      "absent.ts",
      "no-such.json",
    ];
    const name = f.pick(names);
    return asking(
      { F: name },
      { is: "answer", yes: f.files.some((path) => path === name || path.endsWith(`/${name}`)) },
    );
  },
  "where-file"(f) {
    const path = f.pick(f.unique.filter((one) => one.includes("/")));
    return asking({ F: path.slice(path.lastIndexOf("/") + 1) }, { is: "text", parts: [path] });
  },
  "any-kind"(f, asked) {
    const [kind, dir] = [f.pick(kinds), f.pick(f.dirs)];
    return asking(
      { K: kind.name, D: dir },
      { is: "answer", yes: f.files.filter(isKind(kind)).some((path) => !asked.includes("{D}") || inside(dir)(path)) },
    );
  },
  largest: (f) => asking({}, top(f.files, f.bytes, true)),
  "largest-kind"(f) {
    const kind = f.pick(kinds);
    return asking({ K: kind.name }, top(f.files.filter(isKind(kind)), f.bytes, true));
  },
  "smallest-dir"(f) {
    const dir = f.pick(f.dirs);
    return asking({ D: dir }, top(f.files.filter(inside(dir)), f.bytes, false));
  },
  "most-lines"(f) {
    const kind = f.pick(kinds);
    return asking(
      { K: kind.name },
      top(f.textFiles.filter(isKind(kind)), (path) => f.lines(path).length, true),
    );
  },
  "fewest-lines"(f) {
    const kind = f.pick(kinds);
    return asking(
      { K: kind.name },
      top(f.textFiles.filter(isKind(kind)), (path) => f.lines(path).length, false),
    );
  },
  "top-k"(f) {
    const n = 3 + (f.files.length % 3);
    const rows = ranked(f.files, f.bytes, true);
    if (rows.length <= n || rows[n - 1]!.value === rows[n]!.value) return null;
    return asking(
      { N: f.pick([String(n), ["zero", "one", "two", "three", "four", "five"][n]!]) },
      { is: "ranking", paths: rows.slice(0, n).map(({ path }) => path) },
    );
  },
  second(f) {
    const rows = ranked(f.files, f.bytes, true);
    if (rows[1]!.value === rows[0]!.value || rows[1]!.value === rows[2]!.value) return null;
    return asking({}, { is: "first", paths: [rows[1]!.path] });
  },
  newest: (f) => asking({}, top(f.files, f.modified, true)),
  oldest(f, asked) {
    const kind = f.pick(kinds);
    return asking(
      { K: kind.name },
      top(
        f.files.filter((path) => !asked.includes("{K}") || isKind(kind)(path)),
        f.modified,
        false,
      ),
    );
  },
  "size-bound"(f) {
    const size = f.pick([1, 2, 5]);
    return asking({ S: String(size) }, set(f.files.filter((path) => f.bytes(path) > size * 1000)));
  },
  "line-bound"(f) {
    const n = f.pick([10, 20, 40]);
    return asking({ N: String(n) }, number(f.textFiles.filter((path) => f.lines(path).length > n).length));
  },
  "line-bound-kind"(f) {
    const [kind, n] = [f.pick(kinds), f.pick([10, 20, 40])];
    return asking(
      { K: kind.name, N: String(n) },
      set(f.textFiles.filter(isKind(kind)).filter((path) => f.lines(path).length < n)),
    );
  },
  empty: (f) => asking({}, set(f.files.filter((path) => f.bytes(path) === 0))),
  changed(f) {
    const n = f.pick([3, 10, 45]);
    return asking({ N: String(n) }, set(f.files.filter((path) => f.modified(path) >= f.now - n * 86_400_000)));
  },
  since(f) {
    const date = new Date(f.now - f.pick([20, 60, 200]) * 86_400_000);
    const midnight = new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
    if (f.files.some((path) => f.modified(path) >= midnight && f.modified(path) < midnight + 86_400_000)) return null;
    const two = (n: number) => String(n).padStart(2, "0");
    const long = (tongue: string) => new Intl.DateTimeFormat(tongue, { dateStyle: "long" }).format(date);
    return asking(
      {
        Y: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
        P: `${two(date.getDate())}.${two(date.getMonth() + 1)}.${date.getFullYear()}`,
        Q: `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`,
        ...{ E: long("en-US"), F: long("fr"), S: long("es"), D: long("de") },
      },
      number(f.files.filter((path) => f.modified(path) >= midnight).length),
    );
  },
  "total-lines"(f) {
    const kind = f.pick(kinds);
    const paths = f.textFiles.filter(isKind(kind));
    return paths.length === 0
      ? null
      : asking(
          { K: kind.name },
          number(
            paths.reduce((sum, path) => sum + f.lines(path).length, 0),
            "line",
          ),
        );
  },
  "total-bytes"(f) {
    const dir = f.pick(f.dirs);
    return asking(
      { D: `${dir}/` },
      number(
        f.files.filter(inside(dir)).reduce((sum, path) => sum + f.bytes(path), 0),
        "byte",
      ),
    );
  },
  duplicates(f) {
    const seen = new Map<string, number>();
    for (const path of f.files) seen.set(f.content(path), (seen.get(f.content(path)) ?? 0) + 1);
    const twins = f.files.filter((path) => seen.get(f.content(path))! > 1);
    return asking({}, twins.length > 0 ? { is: "text", parts: twins } : { is: "text", parts: ["No two files"] });
  },
  folders: (f) => asking({}, number(new Set(f.allDirs.map((dir) => dir.split("/")[0])).size)),
  defined(f) {
    const found = f.symbols.length === 0 ? null : f.pick(f.symbols);
    return found && asking({ X: found.name }, { is: "text", parts: [found.path] });
  },
  imports(f) {
    if (f.modules.length === 0) return null;
    const name = f.pick(f.modules);
    return asking({ M: name }, set(f.imports.filter(({ module }) => module === name).map(({ path }) => path)));
  },
  compare(f, asked) {
    const [one, other] = f.two(f.unique);
    if (f.lines(one).length === f.lines(other).length) return null;
    return asking(
      { F: one, G: other },
      asksWhich(asked)
        ? { is: "text", parts: [`${f.lines(one).length > f.lines(other).length ? one : other} is longer`] }
        : { is: "answer", yes: f.lines(one).length > f.lines(other).length },
    );
  },
  "all-contain"(f) {
    const [kind, text] = [f.pick(kinds), f.pick(f.texts)];
    const paths = f.textFiles.filter(isKind(kind));
    return paths.length === 0
      ? null
      : asking({ K: kind.name, T: text }, { is: "answer", yes: paths.every((path) => f.text(path).includes(text)) });
  },
  named(f, asked) {
    const affix = f.pick(["te", "no", "in", "da"]);
    const base = (path: string) => path.slice(path.lastIndexOf("/") + 1);
    return asking(
      { A: affix },
      set(f.files.filter((path) => (begins(asked) ? base(path).startsWith(affix) : base(path).includes(affix)))),
    );
  },
  types(f) {
    const counts = new Map<string, number>();
    for (const path of f.files) {
      const end = /[^./](\.[^./]+)$/.exec(path)?.[1] ?? "";
      if (end !== "") counts.set(end, (counts.get(end) ?? 0) + 1);
    }
    return asking({}, { is: "text", parts: [...counts].map(([end, n]) => `${end}: ${n} `) });
  },
  arithmetic(f) {
    const [a, b] = [10 + Math.floor(f.random() * 90), 10 + Math.floor(f.random() * 90)];
    return asking({ A: String(a), B: String(b) }, { is: "text", parts: [`${a * (b + 1)}`] });
  },
};
