import { expect, test } from "vitest";
import { isOfSort } from "../../../core/linked.ts";
import { readModule } from "../module.ts";
import { layoutOf } from "../project.ts";
import { linksOf } from "./resolve.ts";

const sorts = ["builtin", "package", "own", "types", "late", "again"] as const;

/** Which sorts the imports of a text are of, by their modules. */
async function sortsOf(path: string, text: string) {
  const module = await readModule(path, text);
  const links = linksOf(
    module!,
    layoutOf([path], [], () => null),
  );
  return Object.fromEntries(links.map((link) => [link.module, sorts.filter((sort) => isOfSort(link, sort))]));
}

test("an import tells how it is made: for types alone, within a function, to export it on", async () => {
  const script = `import fs from "fs";\nimport type { A } from "left";\nexport * from "./b.js";\nconst f = () => require("right");\n`;
  expect(await sortsOf("a.ts", script)).toEqual({
    fs: ["builtin"],
    left: ["package", "types"],
    "./b.js": ["own", "again"],
    right: ["package", "late"],
  });
  const within =
    'let a: import("m").T; let b: import("n").T<1> = c as typeof import("o");\nlet d: import("p").T = import("p");\nconst e = import("q") as any;\n';
  expect(await sortsOf("b.ts", within)).toEqual({
    ...{ m: ["package", "types"], n: ["package", "types"], o: ["package", "types"] },
    ...{ p: ["package"], q: ["package"] },
  });
  const python =
    "from __future__ import annotations\nimport typing\nif typing.TYPE_CHECKING:\n    import left\nelse:\n    import right\ndef f():\n    from .b import c\n";
  expect(await sortsOf("a.py", python)).toEqual({
    __future__: ["builtin"],
    typing: ["builtin"],
    left: ["package", "types"],
    right: ["package"],
    ".b": ["own", "late"],
  });
  expect(await sortsOf("a.go", 'package a\nimport (\n"os"\n"example.org/b"\n)\n')).toEqual({
    os: ["builtin"],
    "example.org/b": ["package"],
  });
  expect(await sortsOf("src/a.rs", "use std::{cmp, io};\nfn f() { use serde::Value; }\nuse crate::b::C;\n")).toEqual({
    std: ["builtin"],
    serde: ["package", "late"],
    "crate::b": ["own"],
  });
  expect(await sortsOf("A.java", "import java.util.List;\nimport org.left.B;\nclass A {}\n")).toEqual({
    "java.util.List": ["builtin"],
    "org.left.B": ["package"],
  });
  expect(await sortsOf("a.c", "#include <stdio.h>\n#include <left/b.h>\nint a;\n")).toEqual({
    "stdio.h": ["builtin"],
    "left/b.h": ["package"],
  });
});

test("an import tells the names that it takes", async () => {
  const module = await readModule("src/a.rs", "use std::{cmp, io};\n");
  expect(
    linksOf(
      module!,
      layoutOf(["src/a.rs"], [], () => null),
    )[0]!.names,
  ).toEqual(["cmp", "io"]);
});
