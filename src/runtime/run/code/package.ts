import type { ManifestQuestion } from "../../../code/ask/manifest.ts";
import type { RelationQuestion } from "../../../code/ask/voice.ts";
import type { Draft } from "../../../core/answer.ts";
import { blank } from "../../../engines/state.ts";
import { isNarrow } from "../../../language/files.ts";
import { placesIn } from "../../../language/link.ts";
import { call, member } from "../../../proof/build.ts";
import { joined } from "../conclude.ts";
import { importers } from "./importers.ts";
import { imports } from "./imports.ts";
import { done, headed, type Look } from "./look.ts";
import { answerManifest } from "./manifest.ts";
import { scoped } from "./scope.ts";
import { isCalled, manifestFor } from "./stated.ts";

/** A file that stands for the folder that it lies in. */
const index = /(?:^|\/)(?:__init__|index|mod)\.\w+$/;

type Asked = Pick<RelationQuestion, "subject" | "files" | "language" | "tests"> & { name: string };

/**
 * Whether a package or a folder imports what is named: a package by its manifest and by its files. Null where the subject is one file (`doer`), or none of
 * these; "no_plan" where neither tells, for that one file imports nothing of it says nothing about the package.
 */
export async function importedBy(look: Look, asked: Asked, doer: string | null): Promise<Draft | null> {
  const { subject, name } = asked;
  const whole = subject === null ? null : await wholeOf(look, { name: subject, files: asked.files }, doer);
  if (whole === null) return null;
  // A version is no package, and what some of the files need is not what all do.
  if (isNarrow(asked.files) || asked.tests !== null || /^\d/.test(name))
    return blank("no_plan", "More is asked of it.");
  const { isPackage, within } = whole;
  const stated = isPackage ? await answerManifest(look, dependencyOn(asked)) : null;
  const isListed = stated?.stop === "success" && stated.claims.every(({ text }) => !/^No\b/.test(text));
  const found = within && (await imported(isListed ? { ...within, polar: undefined } : within, name));
  if (found?.stop === "success") return isListed ? joined(stated, found) : found;
  if (stated?.stop === "success") return stated;
  return isPackage ? await independent(look, name) : blank("no_plan", `No import of ${subject} names ${name}.`);
}

/** What a package depends on by its manifest and imports of others in its files, or what a folder imports. Null where one file is meant (`doer`), or none of these. */
export async function importsOf(look: Look, asked: Omit<Asked, "subject">, doer: string | null): Promise<Draft | null> {
  const whole = await wholeOf(look, asked, doer);
  if (whole === null) return null;
  const { isPackage, within } = whole;
  const found = within && (await imports(within, null, { sort: isPackage ? "package" : null, from: null }));
  const stated = isPackage ? await answerManifest(look, { ...dependencyOn(asked), names: [], polar: false }) : null;
  const [one, other] = [stated, found].filter((each) => each?.stop === "success") as Draft[];
  if (one === undefined) return blank("no_plan", `What ${asked.name} imports can't be told.`);
  return other === undefined ? one : joined(one, other);
}

/** The package or folder that a name means, and the look over its files; null where one file is meant, or neither is called so. */
async function wholeOf(look: Look, { name, files }: Pick<Asked, "name" | "files">, doer: string | null) {
  if (/[/.]/.test(name)) return null;
  const isPackage = await isPackageCalled(look, name);
  const dir = dirCalled(look, name, doer);
  if (!isPackage && dir === null) return null;
  return { isPackage, within: dir === null ? look : scoped(look, { ...files, places: [dir] }) };
}

/** That a package depends on nothing of a name: its manifest lists none, and nothing that is read imports it. */
async function independent(look: Look, name: string): Promise<Draft> {
  const read = await manifestFor(look);
  if (read === null) return blank("no_plan", "There is no manifest that Ergo reads.");
  const text = headed(look, false, `${read.path} names no dependency ${name}, and no import of it was found.`);
  const part = member(name.toLowerCase(), call("dependencies", read.path));
  return await done(look, [{ text, claim: { is: "not", part, at: 0 } }]);
}

/** Who imports a package, which manifests write in small letters. */
async function imported(look: Look, name: string): Promise<Draft> {
  const found = await importers(look, name, null);
  return found.stop === "success" ? found : await importers(look, name.toLowerCase(), null);
}

/** Whether the manifest calls the package so. */
async function isPackageCalled(look: Look, subject: string): Promise<boolean> {
  const read = await manifestFor(look);
  const own = read?.facts.says.find(({ key }) => key === "name")?.value ?? "";
  return isCalled(own, subject);
}

/** The folder of a name, where no file is called so but the one that stands for it. */
function dirCalled({ universe }: Look, subject: string, doer: string | null): string | null {
  if (doer !== null && !index.test(doer)) return null;
  if (doer?.includes("/")) return doer.slice(0, doer.lastIndexOf("/"));
  const [place, ...others] = placesIn([subject], universe) ?? [];
  return place?.is === "dir" && others.length === 0 ? place.path : null;
}

function dependencyOn({ name, language }: Pick<Asked, "name" | "language">): ManifestQuestion {
  const none = { runtime: null, scopes: [], fields: [], role: null, commands: false, when: null, byDefault: false };
  return { ...none, wants: ["dependencies"], names: [name], polar: true, language };
}
