import { expect, test } from "vitest";
import { ergo, folder } from "./ergo.ts";

const python = {
  "pyproject.toml":
    '[project]\nname = "jar"\ndynamic = ["version"]\ndependencies = []\n[project.optional-dependencies]\ntest = ["pytest"]\n[tool.setuptools.dynamic]\nversion = {attr = "jar.__version__"}\n',
  "src/jar/__init__.py":
    '__version__ = "4.2.0"\n\n\ndef keep(item, *, ttl=600, size=None):\n    return item, ttl, size\n',
  "src/jar/lid.py": "from jar import keep\n\n\nclass Lid:\n    def keep(self, item):\n        return keep(item)\n",
  "src/jar/label.py":
    "class Label:\n    default_size = 12\n\n    def __init__(self, size=None):\n        self.size = size\n",
};
const java = {
  "pom.xml":
    "<project>\n<artifactId>jar</artifactId>\n<version>1.0</version>\n<properties>\n<java.level>17</java.level>\n<maven.compiler.release>\u0024{java.level}</maven.compiler.release>\n</properties>\n<dependencies><dependency><groupId>org.j</groupId><artifactId>unit</artifactId><scope>test</scope></dependency></dependencies>\n</project>\n",
  "src/Jar.java": "class Jar {}\n",
};
const rust = {
  "Cargo.toml":
    '[package]\nname = "jar"\nversion = "0.3.1"\n\n[dependencies]\nserde = { version = "1.0", optional = true }\n',
  "src/lib.rs":
    "mod open;\npub struct Jar;\npub struct Lid;\npub enum Op { Open, Shut }\nimpl Op { pub const DEFAULT: Self = Op::Shut; }\n",
  "src/open.rs":
    "use super::{Jar, Lid};\nimpl Open for Jar {}\nimpl Open for u8 {}\nimpl Clone for Lid { fn clone(&self) -> Self { Lid } }\npub trait Open {}\n",
};
const script = {
  "package.json": '{"name": "jar", "version": "2.0.0", "main": "lib/keep.js"}',
  "lib/keep.js":
    "const defaults = { depth: Infinity };\nmodule.exports = (given) => ({ depth: typeof given.depth === 'number' ? given.depth : defaults.depth });\n",
};

test.each([
  // What a manifest leaves to be built, or says in a property.
  [python, "Which version of jar is this?", /^The version .* is 4\.2\.0 \(src\/jar\/__init__\.py:1\)\.$/],
  [python, "does jar have any runtime dependencies?", /^pyproject\.toml names no runtime dependencies\.$/],
  [java, "für welche Java-Version wird laut pom kompiliert?", /java 17/],
  [java, "qué dependencias declara el pom y con qué scope?", /org\.j:unit +\(test\)/],
  [rust, "is serde optional?", /^Yes: Cargo\.toml names serde 1\.0 as an optional dependency/],
  [rust, "minimum rust version required, and what's the package version?", /0\.3\.1/],
  // What functions take, each that is called so.
  [
    python,
    "welche Parameter hat keep?",
    /keep \(.*__init__\.py:4\) has 3 .*: item, ttl, size\.\nLid\.keep \(.*\) has 2 .*: self, item\./,
  ],
  // What types implement stands in blocks of their own.
  [rust, "which types implement Open?", /^At least 2 types extend Open: Jar, u8\./],
  [rust, "does Lid implement Clone?", /^Yes: Lid/],
  // A module of elsewhere may be called as a file here is.
  [
    { ...script, "lib/path.js": "", "lib/go.js": 'require("path");\n' },
    "does lib/go.js import path?",
    /^Yes: lib\/go\.js imports path/,
  ],
  // What imports nothing, in other words and languages.
  [python, "welche Dateien kommen ohne Importe aus?", /import nothing: .*__init__\.py, src\/jar\/label\.py/],
  [python, "quels fichiers n'importent rien ?", /import nothing: .*label\.py/],
  [python, "qué archivos no importan nada?", /import nothing: .*label\.py/],
  // A value that falls back to another is told behind that one.
  [
    python,
    "what is the default size of Label?",
    /^Label\.default_size is declared as 12 .*\nLabel\.__init__\.size is declared as None/,
  ],
  [script, "what is the default of depth in lib/keep.js?", /^defaults\.depth is declared as Infinity/],
])("a package is read as its developers ask of it: %# %s", async (files, question, answer) => {
  const made = (await ergo(["ask", question, "--dir", folder(files), "--json"])).json();
  expect([made.status, made.answer]).toEqual(["answered", expect.stringMatching(answer)]);
});
