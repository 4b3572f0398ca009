import { tools, yes } from "./aside.ts";
import type { Folder } from "./folders.ts";
import { type Expected, inside, number, set, top } from "./truth.ts";

/** One fact asked about in three languages. */
export type Asked = { expected: Expected | null; fr: string; es: string; de: string };

/** Written questions over documentation, in other languages than English, that are kept aside. */
export function docsForeign(f: Folder): Asked[] {
  const { md, has, length, both, sum, linesWith, base, ranking } = tools(f);
  const named = f.unique.filter((path) => path.endsWith(".md") && !path.includes(" "));
  const [one, other] = [named.at(-3)!, named.at(-8)!];
  const everywhere: Asked[] = [
    {
      expected: number(md.length),
      fr: "il y a combien de .md en tout",
      es: "¿cuántos md hay en total?",
      de: "Wie viele .md-Dateien sind das in Summe?",
    },
    {
      expected: number(f.files.length - md.length),
      fr: "Combien de fichiers ne sont pas du Markdown ?",
      es: "¿Cuántos archivos no son Markdown?",
      de: "Wie viele Dateien sind keine Markdown-Dateien?",
    },
    {
      expected: ranking(md, length, true, 3),
      fr: "Les trois fichiers Markdown les plus longs en nombre de lignes, c'est lesquels ?",
      es: "¿Cuáles son los tres archivos Markdown con más líneas?",
      de: "Welche drei Markdown-Dateien haben die meisten Zeilen?",
    },
    {
      expected: ranking(f.files, f.bytes, false, 4),
      fr: "les 4 plus petits fichiers",
      es: "los 4 archivos más pequeños",
      de: "die 4 kleinsten Dateien",
    },
    {
      expected: set(md.filter((path) => f.bytes(path) > 30_000)),
      fr: "Quels fichiers Markdown dépassent 30 ko ?",
      es: "¿Qué archivos Markdown ocupan más de 30 kB?",
      de: "Welche Markdown-Dateien sind über 30 kB groß?",
    },
    {
      expected: number(md.filter((path) => length(path) < 50).length),
      fr: "Combien de fichiers Markdown comptent moins de 50 lignes ?",
      es: "cuántos archivos Markdown tienen menos de 50 líneas",
      de: "Wie viele Markdown-Dateien haben unter 50 Zeilen?",
    },
    {
      expected: set(md.filter(both(has("interface"), has("trait")))),
      fr: "Je voudrais savoir quels fichiers Markdown parlent à la fois de `interface` et de `trait`.",
      es: "Necesito los archivos Markdown donde salen `interface` y `trait`.",
      de: "Ich brauche die Markdown-Dateien, in denen `interface` und `trait` vorkommen.",
    },
    {
      expected: set(f.files.filter((path) => has("enum")(path) && !has("match")(path))),
      fr: "les fichiers où il y a `enum` mais où il n'y a pas `match`",
      es: "archivos en los que está `enum` pero no está `match`",
      de: "Dateien, in denen `enum` steht, aber nicht `match`",
    },
    {
      expected: number(f.files.filter(has("https://")).length),
      fr: "Combien, parmi tous ces fichiers, contiennent `https://` ?",
      es: "¿Cuántos de los archivos incluyen `https://`?",
      de: "Wie viele der Dateien beinhalten `https://`?",
    },
    {
      expected: number(linesWith(f.files, "error")),
      fr: "Sur combien de lignes, dans tous les fichiers, trouve-t-on `error` ?",
      es: "¿En cuántas líneas, sumando todos los archivos, aparece `error`?",
      de: "Auf wie vielen Zeilen kommt `error` in allen Dateien vor?",
    },
    {
      expected: number(length(one), "line"),
      fr: `combien de lignes dans ${one} ?`,
      es: `¿Qué tan largo es ${one} en líneas?`,
      de: `Wie lang ist ${one} in Zeilen?`,
    },
    {
      expected: number(f.bytes(other), "byte"),
      fr: `Quel est le poids de ${other} ?`,
      es: `¿Cuál es el tamaño de ${other}?`,
      de: `Welche Größe hat ${other}?`,
    },
    {
      expected: yes(length(one) > length(other)),
      fr: `${one} est-il plus long que ${other} ?`,
      es: `¿${one} tiene más líneas que ${other}?`,
      de: `Ist ${one} länger als ${other}?`,
    },
    {
      expected: number(f.text(other).split("https://").length - 1),
      fr: `Combien d'occurrences de « https:// » dans ${other} ?`,
      es: `¿Cuántas veces está «https://» en ${other}?`,
      de: `Wie oft taucht „https://“ in ${other} auf?`,
    },
    {
      expected: number(
        md.reduce((total, path) => total + length(path), 0),
        "line",
      ),
      fr: "Le total de lignes de tous les fichiers Markdown, c'est combien ?",
      es: "¿Cuántas líneas tienen entre todos los archivos Markdown?",
      de: "Wie viele Zeilen umfassen sämtliche Markdown-Dateien zusammen?",
    },
    {
      expected: number(sum(md, f.bytes), "byte"),
      fr: "taille cumulée des fichiers Markdown en octets",
      es: "tamaño de todos los archivos Markdown juntos, en bytes",
      de: "Gesamtgröße aller Markdown-Dateien in Bytes",
    },
    {
      expected: yes(f.files.some((path) => path.endsWith(".py"))),
      fr: "Avons-nous des fichiers Python ?",
      es: "¿Tenemos archivos de Python?",
      de: "Haben wir Python-Dateien?",
    },
    {
      expected: yes(f.files.some((path) => base(path) === "changelog.md")),
      fr: "changelog.md est là ?",
      es: "¿está changelog.md?",
      de: "Ist changelog.md vorhanden?",
    },
    {
      expected: set(f.files.filter((path) => base(path).includes("ing"))),
      fr: "fichiers avec « ing » dans leur nom",
      es: "archivos con «ing» en el nombre",
      de: "Dateien mit „ing“ im Dateinamen",
    },
    {
      expected: yes(md.every(has("the"))),
      fr: "Chaque fichier Markdown contient-il `the` ?",
      es: "¿Cada archivo Markdown contiene `the`?",
      de: "Enthält jede Markdown-Datei `the`?",
    },
  ];
  const handbook = f.files.includes("handbook-v2/Narrowing.md") ? handbookForeign(f) : [];
  return [...everywhere, ...handbook];
}

function handbookForeign(f: Folder): Asked[] {
  const { has, length, sum } = tools(f);
  const within = (dir: string) => f.files.filter(inside(dir));
  return [
    {
      expected: top(within("reference"), length, true),
      fr: "Dans reference, quel fichier a le plus de lignes ?",
      es: "En reference, ¿qué archivo tiene más líneas?",
      de: "Welche Datei in reference hat die meisten Zeilen?",
    },
    {
      expected: set(within("tutorials").filter(has("webpack"))),
      fr: "Quels fichiers de tutorials mentionnent `webpack` ?",
      es: "¿Qué archivos de la carpeta tutorials mencionan `webpack`?",
      de: "Welche Dateien im Ordner tutorials erwähnen `webpack`?",
    },
    {
      expected: { is: "text", parts: ["reference/JSX.md"] },
      fr: "Où est rangé JSX.md ?",
      es: "¿En qué carpeta está JSX.md?",
      de: "In welchem Verzeichnis liegt JSX.md?",
    },
    {
      expected: number(sum(within("handbook-v1"), f.bytes), "byte"),
      fr: "Combien d'octets pèsent les fichiers de handbook-v1 en tout ?",
      es: "¿Cuántos bytes suman los archivos de handbook-v1?",
      de: "Wie viele Bytes belegen die Dateien in handbook-v1 insgesamt?",
    },
    {
      expected: number(f.files.filter((path) => !inside("release-notes")(path)).length),
      fr: "En dehors de release-notes, combien de fichiers y a-t-il ?",
      es: "Aparte de release-notes, ¿cuántos archivos hay?",
      de: "Abgesehen von release-notes, wie viele Dateien gibt es?",
    },
    {
      expected: set(within("get-started")),
      fr: "Que contient le dossier get-started, comme fichiers ?",
      es: "¿Qué archivos hay en get-started?",
      de: "Welche Dateien liegen in get-started?",
    },
  ];
}

/** Written questions over source code, in other languages than English, that are kept aside. */
export function codeForeign(f: Folder): Asked[] {
  const { has, length, sum, linesWith } = tools(f);
  const ts = f.files.filter((path) => path.endsWith(".ts"));
  const within = (dir: string) => f.files.filter(inside(dir));
  const imports = (module: string) => (path: string) =>
    f.lines(path).some((line) => /^(import|\})/.test(line) && line.endsWith(` from "${module}";`));
  return [
    {
      expected: number(ts.length - ts.filter((path) => path.endsWith(".test.ts")).length),
      fr: "Combien de fichiers TypeScript ne se terminent pas par .test.ts ?",
      es: "¿Cuántos archivos TypeScript no terminan en .test.ts?",
      de: "Wie viele TypeScript-Dateien enden nicht auf .test.ts?",
    },
    {
      expected: { is: "text", parts: ["core/digest.ts"] },
      fr: "Dans quel fichier trouve-t-on la définition de sha256 ?",
      es: "¿En qué archivo está la definición de sha256?",
      de: "Wo finde ich die Definition von sha256?",
    },
    {
      expected: set(ts.filter(imports("node:crypto"))),
      fr: "Quels fichiers importent `node:crypto` ?",
      es: "¿Qué ficheros importan `node:crypto`?",
      de: "Welche Dateien haben einen Import von `node:crypto`?",
    },
    {
      expected: top(within("sandbox"), f.bytes, true),
      fr: "Quel est le fichier le plus lourd dans sandbox ?",
      es: "¿Qué archivo de sandbox pesa más?",
      de: "Welche Datei in sandbox ist die größte?",
    },
    {
      expected: number(sum(within("server"), length), "line"),
      fr: "Combien de lignes font tous les fichiers de server réunis ?",
      es: "¿Cuántas líneas suman los archivos de server?",
      de: "Wie viele Zeilen haben alle Dateien in server zusammen?",
    },
    {
      expected: number(within("policy").filter((path) => path.endsWith(".ts") && length(path) > 100).length),
      fr: "Combien de fichiers TypeScript de policy ont plus de 100 lignes ?",
      es: "¿Cuántos archivos TypeScript de policy pasan de 100 líneas?",
      de: "Wie viele TypeScript-Dateien in policy sind länger als 100 Zeilen?",
    },
    {
      expected: number(linesWith(within("trace"), "export function")),
      fr: "Combien de lignes contiennent `export function` dans trace ?",
      es: "¿Cuántas líneas de trace contienen `export function`?",
      de: "Wie viele Zeilen in trace enthalten `export function`?",
    },
    {
      expected: set(within("cli").filter((path) => !has("import")(path))),
      fr: "Quels fichiers de cli n'ont pas `import` ?",
      es: "¿Qué archivos de cli no tienen `import`?",
      de: "Welche Dateien in cli haben kein `import`?",
    },
    {
      expected: number(f.allDirs.filter((dir) => !dir.includes("/")).length),
      fr: "Combien de dossiers au premier niveau ?",
      es: "¿Cuántas carpetas hay en el primer nivel?",
      de: "Wie viele Ordner liegen auf der ersten Ebene?",
    },
    {
      expected: yes(has("throw")("policy/quote.ts")),
      fr: "policy/quote.ts contient-il `throw` ?",
      es: "¿policy/quote.ts incluye `throw`?",
      de: "Ist `throw` in policy/quote.ts enthalten?",
    },
  ];
}
