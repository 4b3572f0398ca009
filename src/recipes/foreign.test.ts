import { expect, test } from "vitest";
import { match } from "./match.ts";

const now = new Date(2026, 2, 18, 15, 30).getTime();
const slots = (question: string) => match(question, { now })?.slots;

test.each([
  ["Quels fichiers n'ont pas été modifiés depuis le 12 mars 2026 ?", "2026-03-12"],
  ["¿Qué archivos no se han modificado desde el 12 de marzo de 2026?", "2026-03-12"],
  ["Welche Dateien wurden seit dem 12. März 2026 nicht geändert?", "2026-03-12"],
])("%s asks for files that were not changed since", (question, day) => {
  const from = new Date(`${day}T00:00`).getTime();
  expect(slots(question)).toEqual({ files: { not: { time: { since: { from, to: from + 86_400_000 } } } } });
});

test("a text that is spelt like a short form is looked for as it is written", () => {
  const sought = { text: { text: "list", as: "word" } };
  expect(slots("Wie viele Dateien gibt es, die das Wort list enthalten?")).toEqual({ files: sought });
});

test("questions about content, the world or actions fit no recipe in any language", () => {
  expect(foreign.filter((question) => match(question, { now }) !== null)).toEqual([]);
});

test.each([
  ["Combien de fichiers Markdown y a-t-il dans docs ?", "How many Markdown files are in docs?"],
  ["¿Cuántos archivos Markdown hay en docs?", "How many Markdown files are in docs?"],
  ["Wie viele Markdown-Dateien gibt es in docs?", "How many Markdown files are in docs?"],
  ["Quels fichiers ne contiennent pas « foo » ?", 'Which files do not contain "foo"?'],
  ["¿Qué archivos no contienen «foo»?", 'Which files do not contain "foo"?'],
  ["Welche Dateien enthalten „foo“ nicht?", 'Which files do not contain "foo"?'],
  ["quels fichiers font plus de 1,5 Mo", "files larger than 1.5 MB"],
  ["archivos de más de 1,5 MB", "files larger than 1.5 MB"],
  ["Dateien mit mehr als 1.000 Zeilen", "files with more than 1,000 lines"],
  ["fichiers modifiés depuis hier", "files changed since yesterday"],
  ["archivos modificados desde el 5 de marzo de 2026", "files changed since 5 March 2026"],
  ["Dateien, die seit letztem Montag geändert wurden", "files changed since last Monday"],
  ["JSON- und YAML-Dateien zählen", "count JSON and YAML files"],
  ["Combien de fichiers ont l'extension .md ?", "How many files have the extension .md?"],
  ["`foo`, c'est utilisé dans quels fichiers ?", "Which files contain `foo`?"],
  ["Les fichiers que contient le dossier docs, ils sont combien ?", "How many files are in the folder docs?"],
  ["Quels fichiers contiennent « foo », mais où « bar » est absent ?", 'Which files contain "foo" but not "bar"?'],
  ["La carpeta docs, ¿cuántos archivos trae?", "How many files are in the folder docs?"],
  ["Los archivos con «foo» donde no aparezca «bar»", 'Which files contain "foo" but not "bar"?'],
  ["¿Cuál fue el último archivo en cambiar?", "What is the newest file?"],
  ["Zeig mir alle Dateien mit „foo“, aber ohne „bar“.", 'Which files contain "foo" but not "bar"?'],
  ["Welche Datei kommt nach der größten als nächstes, der Größe nach?", "What is the second largest file?"],
  ["quels fichiers ont ete modifies en fevrier 2026", "files changed in February 2026"],
  [
    "Je dois envoyer le dossier docs à un client : combien de fichiers contient-il ?",
    "How many files are in the folder docs?",
  ],
  ["Queremos reemplazar «foo». ¿Cuántos archivos se ven afectados?", 'How many files contain "foo"?'],
  ["Es müssen „foo“ und „bar“ vorkommen. Welche Dateien erfüllen das?", 'Which files contain "foo" and "bar"?'],
  ["« foo » ou « bar », l'un des deux suffit : quels fichiers ?", 'Which files contain "foo" or "bar"?'],
  ["Si borro la carpeta docs, ¿cuántos archivos quedan?", "How many files are outside the folder docs?"],
  ["Si on trie par taille, quel fichier arrive en tête ?", "What is the largest file?"],
  ["Was Python angeht: wie viele Dateien haben wir?", "How many Python files are there?"],
  ["Combien de fichiers dans .vscode ?", "How many files are in .vscode?"],
  ["¿Cuánto ocupa data/ en total?", "How many bytes in total are in data/?"],
])("%s means: %s", (one, other) => {
  expect(slots(one)).toEqual(slots(other));
  expect(slots(one)).toBeDefined();
});

test("quoted texts and names of files say nothing about the language", () => {
  expect(match('How many files contain "où est la maison"?', { now })?.language).toBe("en");
  expect(match("Combien de lignes contient what-is-the-name.md ?", { now })?.language).toBe("fr");
});

const foreign = [
  "Combien de jours de congé ai-je ?",
  "Quelle est la température moyenne à Paris ?",
  "Quel médecin a soigné le patient ?",
  "Que dit le README sur l'installation ?",
  "Combien d'habitants compte la France ?",
  "Quelle est la plus grande planète ?",
  "Comment installer ce projet ?",
  "Explique le fonctionnement de l'analyseur.",
  "Pourquoi la compilation est-elle lente ?",
  "Résume le chapitre d'introduction.",
  "Quand Napoléon est-il né ?",
  "Quels documents parlent d'emprunt et de propriété en général ?",
  "Quel fichier faut-il modifier pour changer la couleur ?",
  "Quels fichiers sont importants ?",
  "Supprime tous les fichiers vides",
  "Renomme README.md en INDEX.md",
  "Où est Paris ?",
  "Combien de mots sont mal écrits dans README.md ?",
  "Y a-t-il des erreurs dans le code ?",
  "Qui a écrit main.ts ?",
  "Quel est le fichier le plus utile ?",
  "Combien de tests échouent ?",
  "Combien de fichiers faut-il ouvrir ?",
  "Quels fichiers sont meilleurs que main.ts ?",
  "Si j'ajoute deux fichiers, combien de fichiers y aura-t-il ?",
  "Combien de fichiers contiennent des erreurs ?",
  "Combien de commits ont été faits la semaine dernière ?",
  "Où trouver de l'aide ?",
  "Combien coûte le poisson ?",
  "Est-ce que le README explique comment installer ?",
  "¿Cuántos días de vacaciones tengo?",
  "¿Cuál es la temperatura media en París?",
  "¿Qué médico trató al paciente?",
  "¿Qué dice el README sobre la instalación?",
  "¿Cuántas personas viven en Francia?",
  "¿Cuál es el planeta más grande?",
  "¿Cómo instalo este proyecto?",
  "Explica cómo funciona el analizador.",
  "¿Por qué es lenta la compilación?",
  "Resume el capítulo de introducción.",
  "¿Cuándo nació Napoleón?",
  "¿Qué archivo debo editar para cambiar el color?",
  "¿Qué archivos son importantes?",
  "Borra todos los archivos vacíos",
  "Renombra README.md a INDEX.md",
  "¿Dónde está París?",
  "¿Cuántas palabras están mal escritas en README.md?",
  "¿Hay errores en el código?",
  "¿Quién escribió main.ts?",
  "¿Cuántas pruebas fallan?",
  "¿Qué archivos son mejores que main.ts?",
  "¿Cuántos archivos contienen errores?",
  "¿Cuántos commits se hicieron la semana pasada?",
  "¿Dónde encuentro ayuda?",
  "¿Cuánto cuesta el pescado?",
  "¿El README explica cómo instalar?",
  "¿Cuál es el archivo más importante?",
  "¿Qué cambió en la versión 2?",
  "Wie viele Urlaubstage habe ich?",
  "Was ist die durchschnittliche Temperatur in Paris?",
  "Welcher Arzt hat den Patienten behandelt?",
  "Was sagt das README über die Installation?",
  "Wie viele Menschen leben in Frankreich?",
  "Was ist der größte Planet?",
  "Wie installiere ich dieses Projekt?",
  "Erkläre, wie der Parser funktioniert.",
  "Warum ist der Build langsam?",
  "Fasse das Einleitungskapitel zusammen.",
  "Wann wurde Napoleon geboren?",
  "Welche Datei muss ich bearbeiten, um die Farbe zu ändern?",
  "Welche Dateien sind wichtig?",
  "Lösche alle leeren Dateien",
  "Benenne README.md in INDEX.md um",
  "Wo ist Paris?",
  "Wie viele Wörter sind in README.md falsch geschrieben?",
  "Gibt es Fehler im Code?",
  "Wer hat main.ts geschrieben?",
  "Wie viele Tests schlagen fehl?",
  "Welche Dateien sind besser als main.ts?",
  "Wie viele Dateien enthalten Fehler?",
  "Wie viele Commits gab es letzte Woche?",
  "Wo finde ich Hilfe?",
  "Wie viel kostet der Fisch?",
  "Erklärt das README die Installation?",
  "Was ist die wichtigste Datei?",
  "Was steht in README.md?",
  "Was ist in README.md?",
  "Was passiert in main.ts?",
  "Was hat sich in Version 2 geändert?",
  "Wo werden Fehler behandelt?",
  "Wie groß ist der Mond?",
  "Wie lang ist der Nil?",
  "Wo ist der Eiffelturm?",
  "Wie alt ist die älteste Person?",
  "Où sont gérées les erreurs ?",
  "Quelle est la longueur du Nil ?",
  "Quelle taille fait la Lune ?",
  "¿Cómo de grande es la Luna?",
  "¿Qué longitud tiene el Nilo?",
  "¿Dónde se gestionan los errores?",
];
