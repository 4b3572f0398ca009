import { expect, test } from "vitest";
import { found } from "./fixtures/project.ts";

test.each([
  ["commander", "bin/toolx.js", 'program.command("start <dir>").option("-f, --force").option("--no-color");\n'],
  [
    "click",
    "toolx.py",
    '@cli.command()\n@click.option("--force/--gently")\n@click.option("--color")\ndef start():\n    pass\n',
  ],
  ["argparse", "toolx.py", 'sub.add_parser("start").add_argument("--force")\nparser.add_argument("--color")\n'],
  [
    "cobra",
    "main.go",
    'package main\nvar a = &cobra.Command{Use: "start [dir]"}\nfunc init() { a.Flags().BoolVar(&x, "force", false, "help"); a.Flags().Bool("color", true, "") }\n',
  ],
])("documentation tells commands and options that no %s declares", async (_, path, code) => {
  const readme =
    "Run `toolx start --force` or `npx toolx start --nosuch=1`, never `toolx destroy`.\n\n```sh\n$ FORCE=1 toolx start --no-color dir | less --raw\n```\nAlso `other --nosuch` and `toolx --help`.\n";
  const { rows, open } = (
    await found({
      "README.md": readme,
      [path]: code,
      "package.json": '{ "name": "toolx", "bin": { "toolx": "bin/toolx.js" } }',
    })
  )("documentation");
  expect(rows.filter((row) => !row.found).map(({ claim, lines }) => [claim, lines[0]])).toEqual([
    ["toolx --nosuch", 1],
    ["toolx destroy", 1],
  ]);
  const there = rows.filter((row) => row.found).map(({ claim }) => claim);
  expect(there).toContain("toolx start");
  expect(open.filter((each) => !each.includes("can't be told"))).toEqual([]);
});

test("options of a program that declares none as libraries have it can't be told", async () => {
  const files = {
    "README.md": "`toolx --nosuch` and `toolx destroy`\n",
    "package.json": '{ "name": "toolx", "bin": { "toolx": "a.js" } }',
    "a.js": "process.argv.includes(flag());\n",
  };
  const { rows, open } = (await found(files))("documentation");
  expect([rows, open.length]).toEqual([[], 2]);
  const words = { ...files, "a.js": 'program.argument("[x]").option("--force");\nprogram.command("start");\n' };
  expect((await found(words))("documentation").rows.map(({ claim }) => claim)).toEqual(["toolx --nosuch"]);
});

test("functions that documents name and no source has are told, those of the language, of others and of examples not", async () => {
  const readme =
    "Call `alpha()` then `omega(a, b)`; `print()`, `other.zeta()` and `mentioned()` aside.\n\n`local()` is yours:\n\n```js\nfunction local() {}\n```\n";
  const { rows } = (
    await found({ "README.md": readme, "a.js": "exports.alpha = () => x.mentioned;\nfunction alpha() {}\n" })
  )("documentation");
  expect(rows.map(({ what, claim, found: is }) => [what, claim, is])).toEqual([
    ["function", "omega()", false],
    ["function", "alpha()", true],
  ]);
});

test.each([
  ["joined", 'program.option("-f, --force");\nfor (const name of names) program.option("--" + name);\n'],
  ["given by a value", 'import { shared } from "shared";\nprogram.option("--force").option(shared);\n'],
  ["imported", 'import { all } from "shared";\nyargs.options({ force: {}, ...all }).option("force");\n'],
  ["declared by a package", 'import { add } from "shared";\nprogram.option("--force");\nadd(program);\n'],
])("options that are %s can't be told", async (_, code) => {
  const files = {
    "README.md": "`toolx --nosuch`\n",
    "package.json": '{ "name": "toolx", "bin": { "toolx": "a.js" } }',
    "a.js": code,
  };
  const { rows, open } = (await found(files))("documentation");
  expect(rows).toEqual([]);
  expect(open.some((each) => each.includes("toolx --nosuch"))).toBe(true);
});

test("a main file of Python at the top is no program by the name of its folder", async () => {
  const files = {
    "README.md": "`. --nosuch` and `. destroy`\n",
    "__main__.py": 'parser.add_argument("--force")\nsub.add_parser("start")\n',
  };
  expect((await found(files))("documentation")).toMatchObject({ rows: [], open: [] });
});
