import { expect, test } from "vitest";
import { readManifest } from "../manifest.ts";
import { readModule } from "../module.ts";
import { layoutOf } from "../project.ts";
import { linksOf } from "./resolve.ts";

/** The imports of a text, among files with their texts. */
async function links(path: string, text: string, files: Record<string, string>) {
  const texts = new Map(Object.entries(files));
  const manifests = [...texts].flatMap(([name, each]) => {
    const manifest = readManifest(name, each);
    return manifest === null || manifest === "broken" ? [] : [manifest];
  });
  const module = await readModule(path, text);
  return linksOf(
    module!,
    layoutOf([path, ...Object.keys(files)], manifests, (name) => texts.get(name) ?? null),
  );
}

/** Where they lead. */
async function leads(...given: Parameters<typeof links>) {
  const found = await links(...given);
  return found.map((link) => [link.module, link.certain, link.possible, link.package]);
}

/** Why it is open where they lead. */
async function unsure(...given: Parameters<typeof links>) {
  return (await links(...given)).map(({ because }) => because);
}

test("ECMAScript: endings, indexes, aliases, packages and what comes with Node", async () => {
  const text =
    'import "./a.js";\nimport "./dir";\nimport "@/b";\nimport "react/x";\nimport "node:fs";\nimport "own";\nimport "./two";\n';
  const files = {
    "src/a.ts": "",
    "src/dir/index.ts": "",
    "src/b.ts": "",
    "src/two.ts": "",
    "src/two.js": "",
    "package.json": '{"name":"own","main":"src/a.ts"}',
    "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["src/*"] } } } // own',
  };
  expect(await leads("src/x.ts", text, files)).toEqual([
    ["./a.js", ["src/a.ts"], [], null],
    ["./dir", ["src/dir/index.ts"], [], null],
    ["@/b", ["src/b.ts"], [], null],
    ["react/x", [], [], "react"],
    ["node:fs", [], [], "fs"],
    ["own", ["src/a.ts"], [], "own"],
    ["./two", [], ["src/two.ts", "src/two.js"], null],
  ]);
});

test("TypeScript: names are looked for in a base, by patterns that are extended, and may be aliases of what is not there", async () => {
  const text = 'import "b";\nimport "@l/x";\nimport "react";\nimport "left";\n';
  const files = { "src/b.ts": "", "lib/x.ts": "", "package.json": '{"dependencies":{"react":"1"}}' };
  const of = async (configs: Record<string, string>) =>
    (await leads("src/a.ts", text, { ...files, ...configs })).map(([, ...rest]) => rest);
  const [react, left] = [
    [[], [], "react"],
    [[], [], "left"],
  ];
  expect(await of({ "tsconfig.json": '{"compilerOptions":{"baseUrl":"src"}}' })).toEqual([
    ...[
      [["src/b.ts"], [], null],
      [[], [], "@l/x"],
    ],
    ...[react, left],
  ]);
  const base = '{"compilerOptions":{"paths":{"*":["../types/*"],"@l/*":["../lib/*"]}}}';
  expect((await of({ "tsconfig.json": '{"extends":"./in/base"}', "in/base.json": base })).slice(1)).toEqual([
    ...[[["lib/x.ts"], [], null], react],
    [[], [], null],
  ]);
  const away = '{"extends":["@tsconfig/node","./in/base.json"],"compilerOptions":{"baseUrl":"$DIR/src"}}'.replace(
    "$DIR",
    () => "$" + "{configDir}",
  );
  const both = '{"compilerOptions":{"paths":{"@l/*":["../lib/*"]}}}';
  expect(await of({ "tsconfig.json": away, "in/base.json": both })).toEqual([
    ...[
      [["src/b.ts"], [], null],
      [["lib/x.ts"], [], null],
    ],
    ...[react, [[], [], null]],
  ]);
  const typed = { "in/package.json": "{}", "in/tsconfig.json": '{"extends":"@tsconfig/node"}' };
  const root = { "package.json": '{"devDependencies":{"@types/react":"1"}}' };
  expect(
    (await leads("in/a.ts", 'import "react";\nimport "left";\n', { ...typed, ...root })).map((each) => each[3]),
  ).toEqual(["react", null]);
  const two = { "tsconfig.json": '{"compilerOptions":{"baseUrl":"src"}}', "tsconfig.build.json": "{}" };
  expect((await of(two))[0]).toEqual([[], ["src/b.ts"], null]);
});

test("TypeScript: a path that a tsconfig shifts leads nowhere for certain", async () => {
  const text = 'import "./b";\nimport "./g";\n';
  const files = { "app/b.ts": "", "gen/g.ts": "" };
  const of = async (options: string) =>
    await unsure("app/a.ts", text, { ...files, "tsconfig.json": `{"compilerOptions":{${options}}}` });
  expect(await of('"rootDirs":["app","gen"]')).toEqual([null, '"./g" may be an alias: its tsconfig shifts paths']);
  expect((await of('"moduleSuffixes":[".ios",""]'))[0]).toContain("shifts paths");
});

test("what is written as a folder is no file beside it", async () => {
  const files = { "lib.ts": "", "lib/index.ts": "", "src.ts": "", "src/index.ts": "" };
  expect(
    (await leads("src/a.ts", 'import "../lib/";\nimport "../lib";\nimport ".";\n', files)).map((each) => each[1]),
  ).toEqual([...[["lib/index.ts"], ["lib.ts"]], ["src/index.ts"]]);
});

test("TypeScript: types are taken from where they are declared, code from what runs", async () => {
  const files = {
    "lib/a.js": "",
    "lib/a.d.ts": "",
    "lib/b.cjs": "",
    "lib/b.d.cts": "",
    "lib/c.js": "",
    "lib/d/index.js": "",
    "lib/d/index.d.ts": "",
    "lib/e.ts": "",
    "lib/e.d.ts": "",
    "own/package.json": '{"name":"own","main":"a.js","types":"a.d.ts"}',
    "own/a.js": "",
    "own/a.d.ts": "",
  };
  const text =
    'import { A } from "./a.js";\nexport * from "./b.cjs";\nimport { C } from "./c.js";\nimport { D } from "./d";\nimport { E } from "./e.js";\nimport { O } from "own";\n';
  expect(await leads("lib/x.d.ts", text, files)).toEqual([
    ["./a.js", ["lib/a.d.ts"], [], null],
    ["./b.cjs", ["lib/b.d.cts"], [], null],
    ["./c.js", ["lib/c.js"], [], null],
    ["./d", ["lib/d/index.d.ts"], [], null],
    ["./e.js", ["lib/e.ts"], [], null],
    ["own", ["own/a.d.ts"], [], "own"],
  ]);
  const mixed = 'import type { A } from "./a.js";\nimport { b } from "./a.js";\n';
  expect(await leads("lib/y.ts", mixed, files)).toEqual([
    ["./a.js", ["lib/a.d.ts"], [], null],
    ["./a.js", ["lib/a.js"], [], null],
  ]);
});

test("Python: a name of a package may be a module of its own, unless the package has something called so", async () => {
  const text = "import os\nfrom .b import f\nfrom pkg import c\nfrom pkg import d\nimport yaml\n";
  const files = { "pkg/__init__.py": "d = 1\n", "pkg/b.py": "", "pkg/c.py": "", "pkg/d.py": "" };
  expect(await leads("pkg/a.py", text, files)).toEqual([
    ["os", [], [], "os"],
    [".b", ["pkg/b.py"], [], null],
    ["pkg", ["pkg/__init__.py", "pkg/c.py"], [], null],
    ["pkg", ["pkg/__init__.py"], ["pkg/d.py"], null],
    ["yaml", [], [], "yaml"],
  ]);
});

test("Python: a package that calls the module of another so by another name does not hide its own", async () => {
  const init = "import c as t\nfrom d import x\nfrom . import e as e\nf = 1\n";
  const files = { "pkg/__init__.py": init, ...Object.fromEntries([..."cdef"].map((name) => [`pkg/${name}.py`, ""])) };
  const text = "from . import c as z\nfrom . import d\nfrom . import e\nfrom . import f\n";
  expect((await leads("pkg/a.py", text, files)).map(([, certain, possible]) => [certain, possible])).toEqual([
    [["pkg/__init__.py", "pkg/c.py"], []],
    [["pkg/__init__.py", "pkg/d.py"], []],
    [["pkg/__init__.py", "pkg/e.py"], []],
    [["pkg/__init__.py"], ["pkg/f.py"]],
  ]);
});

test("Python: what a package takes whole, or makes when it runs, may hide its own module", async () => {
  const inner = (init: string) => ({ "pkg/__init__.py": init, "pkg/c.py": "", "pkg/core.py": "def c(): pass\n" });
  const of = async (init: string, more: Record<string, string> = {}) =>
    (await leads("x.py", "from pkg import c\n", { ...inner(init), ...more })).map(([, certain]) => certain)[0];
  const [open, sure] = [["pkg/__init__.py"], ["pkg/__init__.py", "pkg/c.py"]];
  expect(await of("from .core import *\n")).toEqual(open);
  expect(await of("from .by import *\n", { "pkg/by.py": "from .core import *\n" })).toEqual(open);
  expect(await of("from other import *\n")).toEqual(open);
  expect(await of("from .sub import *\n", { "pkg/sub/__init__.py": "", "pkg/sub/c.py": "" })).toEqual(open);
  expect(await of("def __getattr__(n): return 1\n")).toEqual(open);
  expect(await of('globals()["a" + "b"] = 1\n')).toEqual(open);
  expect(await of("from .by import *\n", { "pkg/by.py": "from . import *\nd = 1\n" })).toEqual(sure);
});

test("Python takes a package before the module beside it", async () => {
  const files = {
    "foo.py": "",
    "foo/__init__.py": "",
    "foo/a.py": "",
    "foo/a/__init__.py": "",
    "bar.py": "",
    "bar/c.py": "",
  };
  const text = "import foo\nfrom foo import a\nfrom bar import c\n";
  expect((await leads("x.py", text, files)).map(([, certain]) => certain)).toEqual([
    ["foo/__init__.py"],
    ["foo/__init__.py", "foo/a/__init__.py"],
    ["bar.py"],
  ]);
});

test("Go by go.mod, Java by packages, Rust by modules", async () => {
  const go = {
    "go.mod": "module example.org/m\n\nrequire example.org/other v1.2.0\n",
    "in/a.go": "",
    "in/a_test.go": "",
  };
  expect(await leads("x.go", 'package x\nimport ("fmt"; "example.org/m/in"; "example.org/other/sub")\n', go)).toEqual([
    ["fmt", [], [], "fmt"],
    ["example.org/m/in", ["in/a.go"], [], null],
    ["example.org/other/sub", [], [], "example.org/other"],
  ]);
  expect(
    await leads("src/a/X.java", "package a;\nimport a.b.C;\nimport java.util.List;\n", { "src/a/b/C.java": "" }),
  ).toEqual([
    ["a.b.C", ["src/a/b/C.java"], [], null],
    ["java.util.List", [], [], "java.util"],
  ]);
  const rust = { "Cargo.toml": '[package]\nname = "c"\n', "src/m.rs": "", "src/m/n.rs": "" };
  expect(await leads("src/main.rs", "mod m;\nuse crate::m::n::f;\nuse serde::Serialize;\n", rust)).toEqual([
    ["self::m", ["src/m.rs"], [], null],
    ["crate::m::n", ["src/m/n.rs"], [], null],
    ["serde", [], [], "serde"],
  ]);
});

test("Rust: items of modules, modules within a file, and crates of tests", async () => {
  const files = {
    "Cargo.toml": '[package]\nname = "my-c"\n',
    "src/lib.rs": "",
    "src/m/mod.rs": "",
    "src/m/n.rs": "",
    "tests/common/mod.rs": "",
  };
  const text =
    "use super::item;\nuse crate::Root;\nuse self::own;\nmod tests { use super::*; use super::super::up; }\n";
  expect((await leads("src/m/n.rs", text, files)).map(([module, certain]) => [module, certain])).toEqual([
    ["super", ["src/m/mod.rs"]],
    ["crate", ["src/lib.rs"]],
    ["self", ["src/m/n.rs"]],
    ["self", ["src/m/n.rs"]],
    ["super", ["src/m/mod.rs"]],
  ]);
  expect(await leads("tests/a.rs", "mod common;\nuse my_c::m::n::f;\nuse crate::common::g;\n", files)).toEqual([
    ["self::common", ["tests/common/mod.rs"], [], null],
    ["my_c::m::n", ["src/m/n.rs"], [], null],
    ["crate::common", ["tests/common/mod.rs"], [], null],
  ]);
  const both = { "Cargo.toml": '[package]\nname = "c"\n', "src/lib.rs": "", "src/main.rs": "" };
  expect(await leads("src/m.rs", "use crate::Root;\n", both)).toEqual([
    ["crate", [], ["src/lib.rs", "src/main.rs"], null],
  ]);
});

test("a package asked for by the folder around is what its manifest says", async () => {
  const files = { "package.json": '{"name": "p", "main": "main.js"}', "main.js": "", "index.js": "" };
  expect(await leads("test/a.js", 'require("..");\n', files)).toEqual([["..", ["main.js"], [], null]]);
});
