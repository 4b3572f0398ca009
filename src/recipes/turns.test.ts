import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { anchorReader, isAnchored } from "../core/anchor.ts";
import { speak, tongues } from "./data.ts";
import { match } from "./match.ts";
import { tokenize } from "./tokens.ts";
import { spelled, type Turns, turnsOf, written } from "./turns.ts";

const now = new Date(2026, 2, 18, 15, 30).getTime();
const json = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../data/turns/${name}.json`, import.meta.url), "utf8"));

test.each(tongues)("the turns of %s fit their schema, and every name is used and known", (tongue) => {
  const { names, rules, loose } = json(tongue) as Turns;
  expect(z.fromJSONSchema(json("schema")).safeParse(json(tongue)).error).toBeUndefined();
  const patterns = [...Object.values(names), ...rules.map(([pattern]) => pattern), ...Object.values(loose.parts)];
  const used = [...patterns, loose.idle].flatMap((pattern) =>
    [...pattern.matchAll(/<(\w+)>/g)].map(([, name]) => name!),
  );
  expect([...new Set(used)].sort()).toEqual(Object.keys(names).sort());
  const asked = loose.asks.flatMap(([parts]) => parts.replaceAll("?", "").split(" "));
  expect([...new Set(asked)].sort()).toEqual(Object.keys(loose.parts).sort());
  const holes = loose.asks.flatMap(([parts, as]) =>
    [...as.matchAll(/\{(\w+)\}/g)].filter(([, name]) => !parts.replaceAll("?", "").split(" ").includes(name!)),
  );
  expect(holes).toEqual([]);
});

test.each([
  ["Les fichiers Markdown, on en a combien ?", "Combien de fichiers Markdown y a-t-il ?"],
  ["Parmi les fichiers de docs, lesquels contiennent « foo » ?", "Quels fichiers de docs contiennent « foo » ?"],
  ["Le dossier src, il contient combien de fichiers ?", "Combien de fichiers contient le dossier src ?"],
  ["Y a-t-il des fichiers vides ? Lesquels ?", "Quels fichiers sont vides ?"],
  ["« foo » apparaît dans combien de fichiers ?", "Combien de fichiers contiennent « foo » ?"],
  ["main.ts, il est où ?", "Où est main.ts ?"],
  ["La carpeta src, ¿cuántos archivos tiene?", "¿Cuántos archivos hay en la carpeta src?"],
  ["De los archivos Markdown, ¿cuáles no contienen «foo»?", "¿Qué archivos Markdown no contienen «foo»?"],
  ["¿En cuántos archivos sale «foo»?", "¿Cuántos archivos contienen «foo»?"],
  ["¿Dónde quedó main.ts?", "¿Dónde está main.ts?"],
  ["Sag mir, wie viele Zeilen main.ts hat", "Wie viele Zeilen hat main.ts?"],
  ["Von den Markdown-Dateien, welche enthalten „foo“ nicht?", "Welche Markdown-Dateien enthalten „foo“ nicht?"],
  ["Such mir alle JSON-Dateien raus", "Liste alle JSON-Dateien auf"],
  ["„foo“, in wie vielen Dateien steht das?", "Wie viele Dateien enthalten „foo“?"],
  ["Nombre de Markdown dans docs ?", "Combien de fichiers Markdown y a-t-il dans docs ?"],
  ["¿Cuál de los archivos YAML ocupa más?", "¿Cuál es el archivo YAML más grande?"],
  ["Wo hab ich main.ts hingelegt?", "Wo liegt main.ts?"],
  ["Où trouve-t-on « foo » ? Dans quels fichiers ?", "Quels fichiers contiennent « foo » ?"],
  ["¿Dónde se menciona «foo»? ¿En qué archivos?", "¿Qué archivos contienen «foo»?"],
  ["Wo steht „foo“? In welcher Datei?", "Welche Dateien enthalten „foo“?"],
  ["Quels sont les fichiers que contient docs ?", "Quels fichiers y a-t-il dans docs ?"],
  ["¿Qué archivos contiene docs?", "¿Qué archivos hay en docs?"],
  ["Welche Dateien enthält docs?", "Welche Dateien liegen in docs?"],
  ["Entre main.ts et util.ts, lequel pèse le plus ?", "Lequel est le plus gros, main.ts ou util.ts ?"],
  ["Quels fichiers au-dessous de docs sont vides ?", "Quels fichiers de docs sont vides ?"],
  [
    "Quels fichiers contiennent « foo », à condition que « bar » n'y soit pas ?",
    "Quels fichiers contiennent « foo » mais pas « bar » ?",
  ],
  ["Welche Dateien enthalten „foo“, sofern „bar“ nicht darin steht?", "Welche Dateien enthalten „foo“ ohne „bar“?"],
  ["Ningún archivo debería pasar de 300 líneas. ¿Cuáles lo hacen?", "¿Qué archivos tienen más de 300 líneas?"],
  [
    "Ich war seit dem 5. März 2026 weg. Welche Dateien haben sich seitdem geändert?",
    "Welche Dateien wurden seit dem 5. März 2026 geändert?",
  ],
  ["Indíqueme cuántos archivos Python hay", "¿Cuántos archivos Python hay?"],
  ["Of the Markdown files, which don't mention `foo`?", "Which Markdown files do not contain `foo`?"],
  ["Taking away docs, how many files remain?", "How many files are outside docs?"],
  ["Are there JSON files? Which ones?", "List all JSON files"],
  ["Look for `foo` and tell me which files have it", "Which files contain `foo`?"],
  ["Besides `foo`, which files also mention `bar`?", "Which files contain both `foo` and `bar`?"],
  ["After the largest file, which one comes next?", "What is the second largest file?"],
  ["Breakdown by extension", "How many files of each type are there?"],
  ["How many files are loose in the root?", "How many files are directly in the root?"],
  ["Which files use an import of zod?", "Which files import zod?"],
  ["no. of lines in main.ts", "How many lines does main.ts have?"],
  ["Do any files have the same content as another?", "List duplicates"],
])("%s means: %s", (one, other) => {
  expect(match(one, { now })?.slots).toEqual(match(other, { now })?.slots);
  expect(match(one, { now })).not.toBeNull();
});

test("questions that only look like those in another order fit no recipe", () => {
  expect(lookalikes.filter((question) => match(question, { now }) !== null)).toEqual([]);
});

const lookalikes = [
  "Combien de fichiers faut-il ouvrir pour comprendre le projet ?",
  "Combien de fichiers devrais-je supprimer dans src ?",
  "Si j'enlève deux fichiers de docs, combien en reste-t-il ?",
  "Quel fichier est le plus important ?",
  "Quels fichiers parlent de sécurité en général ?",
  "Où est le bug ?",
  "Où est la mairie ?",
  "Combien de lignes dois-je écrire ?",
  "Combien pèse un éléphant ?",
  "Quand a été modifiée la constitution ?",
  "Qui a modifié README.md en dernier ?",
  'Pourquoi main.ts contient-il "foo" ?',
  "Que contient main.ts ?",
  "Combien de fois par jour dois-je lancer les tests ?",
  "Quels fichiers ont le plus d'erreurs ?",
  "Quelle est la définition de la liberté ?",
  "Les fichiers JSON sont-ils valides ?",
  "Quels fichiers ne sont pas documentés ?",
  "Parmi les auteurs, lesquels ont écrit du Python ?",
  "Combien de personnes ont modifié main.ts ?",
  "Quel est le deuxième pays le plus grand ?",
  "Après le plus gros pays, quel est le suivant ?",
  'Combien de fichiers contiendraient "foo" si je renommais tout ?',
  "Quel fichier devrais-je lire en premier ?",
  "Dans quel dossier devrais-je mettre main.ts ?",
  "Quels fichiers vont être modifiés demain ?",
  "Lequel de tes modèles est le plus gros ?",
  "Combien de fichiers as-tu lus hier pour répondre ?",
  "Je cherche un exemple de fichier JSON",
  "Je voudrais supprimer les fichiers vides",
  "Peux-tu créer un fichier vide ?",
  "Résume les fichiers Markdown de docs",
  "Traduis README.md en anglais",
  "Est-ce que tous les tests passent ?",
  "C'est quoi un fichier YAML ?",
  "C'est quoi le plus gros problème du projet ?",
  "Quel est le fichier le plus complexe ?",
  "Quels fichiers sont utilisés par main.ts ?",
  "Combien de temps a pris la dernière modification de main.ts ?",
  "¿Cuántos archivos debería abrir para entender el proyecto?",
  "¿Qué archivo es el más importante?",
  "¿Dónde está el error?",
  "¿Cuánto pesa un elefante?",
  "¿Quién modificó README.md por última vez?",
  '¿Por qué main.ts contiene "foo"?',
  "¿Qué contiene main.ts?",
  "¿Cuál es la definición de libertad?",
  "¿Son válidos los archivos JSON?",
  "¿Qué archivos no están documentados?",
  "De los autores, ¿cuáles escribieron Python?",
  "¿Cuántas personas modificaron main.ts?",
  "¿Cuál es el segundo país más grande?",
  "Después del más grande, ¿qué país es el mayor?",
  "¿Qué archivo debería leer primero?",
  "¿En qué carpeta debería poner main.ts?",
  "¿Qué archivos se modificarán mañana?",
  "Busco un ejemplo de archivo JSON",
  "Quiero borrar los archivos vacíos",
  "¿Puedes crear un archivo vacío?",
  "Resume los archivos Markdown de docs",
  "Traduce README.md al inglés",
  "¿Pasan todas las pruebas?",
  "¿Qué es un archivo YAML?",
  "¿Cuál es el problema más grande del proyecto?",
  "¿Qué archivo es el más complejo?",
  "¿Cuántos archivos tendría si instalo docs?",
  "¿Cuántos archivos leíste ayer?",
  "¿Qué archivos usa main.ts?",
  "¿Dónde quedó la llave?",
  "¿Cuál es el más largo de los ríos?",
  "¿Cuándo cambió la ley?",
  "Wie viele Dateien sollte ich öffnen, um das Projekt zu verstehen?",
  "Welche Datei ist die wichtigste?",
  "Wo ist der Fehler?",
  "Wie viel wiegt ein Elefant?",
  "Wer hat README.md zuletzt geändert?",
  'Warum enthält main.ts "foo"?',
  "Was enthält main.ts?",
  "Was ist die Definition von Freiheit?",
  "Sind die JSON-Dateien gültig?",
  "Welche Dateien sind nicht dokumentiert?",
  "Von den Autoren, welche haben Python geschrieben?",
  "Wie viele Leute haben main.ts geändert?",
  "Was ist das zweitgrößte Land?",
  "Welches Land kommt nach dem größten?",
  "Welche Datei sollte ich zuerst lesen?",
  "In welchen Ordner sollte ich main.ts legen?",
  "Welche Dateien werden morgen geändert?",
  "Ich suche ein Beispiel für eine JSON-Datei",
  "Ich möchte die leeren Dateien löschen",
  "Kannst du eine leere Datei anlegen?",
  "Fasse die Markdown-Dateien in docs zusammen",
  "Übersetze README.md ins Englische",
  "Laufen alle Tests durch?",
  "Was ist eine YAML-Datei?",
  "Was ist das größte Problem im Projekt?",
  "Welche Datei ist am kompliziertesten?",
  "Wie viele Dateien hätte ich, wenn ich docs installiere?",
  "Wie viele Dateien hast du gestern gelesen?",
  "Welche Dateien benutzt main.ts?",
  "Wo liegt der Hund begraben?",
  "Wann wurde das Gesetz geändert?",
  "Wie viele Zeilen muss ich noch schreiben?",
  "Wie oft sollte ich die Tests laufen lassen?",
  "Wo liegt Berlin?",
  "Suche mir einen Job raus",
  "Was wurde zuletzt besprochen?",
  "How many files should I open to understand the project?",
  "Which file is the most important?",
  "Where is the bug?",
  "Where is the town hall?",
  "How many lines do I have to write?",
  "How much does an elephant weigh?",
  "When was the constitution last changed?",
  "Who changed README.md last?",
  'Why does main.ts contain "foo"?',
  "What does main.ts contain?",
  "How many times a day should I run the tests?",
  "Which files have the most errors?",
  "What is the definition of freedom?",
  "Are the JSON files valid?",
  "Which files are not documented?",
  "Of the authors, which wrote Python?",
  "How many people changed main.ts?",
  "What is the second largest country?",
  "After the largest country, which is next?",
  'How many files would contain "foo" if I renamed everything?',
  "Which folder should I put main.ts in?",
  "Which files will be changed tomorrow?",
  "Which of your models is the largest?",
  "How many files did you read yesterday?",
  "I'm looking for an example of a JSON file",
  "I want to delete the empty files",
  "Can you create an empty file?",
  "Summarise the Markdown files in docs",
  "Translate README.md",
  "Do all tests pass?",
  "What is a YAML file?",
  "What is the biggest problem in this project?",
  "Which file is the most complex?",
  "How long did the last change of main.ts take?",
  "could a.ts be shorter than b.ts",
  'Which files mention at least two of "a", "b" and "c"?',
  'Which files do not contain "a" and "b"?',
  'Which files used to contain "foo"?',
  'Which files must contain "foo"?',
  "How many files do you need?",
  "The three files I like most",
  "Look for a job and tell me which one you like",
  "Breakdown of costs by type",
  "Taking away two, how many files remain?",
  "Which of the Python files runs slowest?",
  'Besides the weather, which files mention "foo" to you?',
  "Number of copies sold",
  "Which copies are better?",
  "How many lines have problems on them?",
  "Which file takes up most of my time?",
  "Is there anything bigger than the sun?",
  "Group the files by topic",
  "What did I work on last night?",
  "Which files import the most?",
  "How many files of each author are there?",
  "Is the largest file the best?",
  "Which duplicates can I delete?",
  "List the files by importance",
];

test("whatever a pattern finds holds one of its anchors", () => {
  for (const tongue of tongues) {
    const { words, recipes } = speak(tongue);
    const { names, rules, loose } = turnsOf(tongue);
    const texts = Object.values(recipes)
      .flatMap(({ examples }) => examples)
      .map((question) => written(tokenize(question, words), question));
    const anchorsOf = anchorReader(names);
    for (const pattern of [...rules.map(([text]) => text), ...Object.values(loose.parts)]) {
      const anchors = anchorsOf(pattern);
      const finds = new RegExp(spelled(pattern, names), "u");
      const lost = texts.filter((text) => finds.test(text) && !isAnchored(anchors, text));
      expect(lost, pattern).toEqual([]);
    }
  }
});
