import { posix } from "node:path";
import { npm } from "./npm.ts";
import { requirements, setupCfg, setupPy } from "./setuptools.ts";
import type { Manifest, Told } from "./stated.ts";
import { cargo, python } from "./toml.ts";
import { go, javaModule, maven } from "./written.ts";

/** Names of manifests, with how each is read; null where a file of that name is none. */
const readers: Readonly<Record<string, (text: string) => Told | null>> = {
  "package.json": npm,
  "pyproject.toml": python,
  "setup.cfg": setupCfg,
  "setup.py": setupPy,
  "requirements.txt": requirements,
  "Cargo.toml": cargo,
  "go.mod": go,
  "pom.xml": maven,
  "module-info.java": javaModule,
};

export function isManifest(path: string): boolean {
  return Object.hasOwn(readers, posix.basename(path));
}

/** Reads a manifest; null where the file is none, "broken" where its text can't be read as one. */
export function readManifest(path: string, text: string): Manifest | "broken" | null {
  const name = posix.basename(path);
  if (!isManifest(path)) return null;
  try {
    const told = readers[name]!(text);
    return told && { path, ...told };
  } catch (thrown) {
    if (thrown instanceof Error) return "broken";
    throw thrown;
  }
}
