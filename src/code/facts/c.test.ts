import { expect, test } from "vitest";
import { readModule } from "./module.ts";
import { makeProject } from "./project.ts";

const text = `#include <stdio.h>
#include "pool.h"
#include <zlib.h>
#define MAX_CONNS (4 * 1024)

struct pool;
typedef struct pool { int size; void (*done)(int); } pool_t;
enum mode { FAST = 1, SLOW };
static int count = 0, *last;
int grow(struct pool *p, int by);

/* Makes it greater. */
int grow(struct pool *p, int by)
{
	switch (by) { case 1: return 1; default: break; }
	p->done(by);
	return report(by);
}
static void *idle(void) { return grow; }
`;

test("a file of C tells what it declares, includes and calls", async () => {
  const module = (await readModule("src/pool.c", text))!;
  const defined = module.symbols!.defines.map(({ name, kind, line }) => `${kind} ${name} ${line}`);
  expect(defined).toEqual([
    ...["macro MAX_CONNS 4", "type pool_t 7", "struct pool 7", "field size 7", "field done 7", "enum mode 8"],
    ...["constant FAST 8", "constant SLOW 8", "variable count 9", "variable last 9", "prototype grow 10"],
    ...["function grow 13", "function idle 19"],
  ]);
  expect(module.symbols!.imports.map(({ module: name }) => name)).toEqual(["stdio.h", "pool.h", "zlib.h"]);
  expect(module.declared.map(({ name, kind, parameters, visibility }) => [name, kind, parameters, visibility])).toEqual(
    [
      ["pool", "struct", [], "public"],
      ["mode", "enum", [], "public"],
      ["grow", "function", ["p", "by"], "public"],
      ["idle", "function", [], "private"],
    ],
  );
  expect(module.declared[2]).toMatchObject({ doc: "/* Makes it greater. */", measures: { cyclomatic: 2 } });
  expect(module.calls.map(({ name, within, of }) => [name, within, of])).toEqual([
    ["done", "grow", "member"],
    ["report", "grow", "free"],
  ]);
  expect(module.constants.map(({ name, value }) => [name, value])).toEqual([
    ["MAX_CONNS", "4096"],
    ["mode.FAST", "1"],
    ["count", "0"],
  ]);
});

test("an include in quotes leads to the file beside it, any other where the build says", async () => {
  const files = ["src/pool.c", "src/pool.h", "include/zlib.h"];
  const modules = [(await readModule("src/pool.c", text))!];
  const history = { commits: null, because: "" };
  const { links } = makeProject({ files, texts: new Map(), modules, history, skipped: [] });
  expect(
    links.get("src/pool.c")!.map(({ module, certain, possible, builtin }) => [module, certain, possible, builtin]),
  ).toEqual([
    ["stdio.h", [], [], true],
    ["pool.h", ["src/pool.h"], [], false],
    ["zlib.h", [], ["include/zlib.h"], false],
  ]);
});

test.each(['MODULE_LICENSE("GPL");\nint f(void) { return 1; }\n', "class A { int x; };\n", "int f( {\n"])(
  "what follows no grammar, or is a macro alone, leaves the file partial: %j",
  async (broken) => expect((await readModule("a.c", broken))!.partial).toBe(true),
);

test("a macro that calls leaves open what the file calls", async () => {
  const { opens } = (await readModule("a.c", "#define RUN(x) start(x)\nvoid f(void) { RUN(1); }\n"))!;
  expect(opens).toEqual([{ line: 1, because: "defines a macro that may call anything" }]);
});

test("what is for C++ alone is no part of a file of C", async () => {
  const guard = (inside: string) => `#ifdef __cplusplus\n${inside}\n#endif\n`;
  const module = (await readModule("a.h", `${guard('extern "C" {')}int f(void);\n;\n${guard("}")}`))!;
  expect(module.partial).toBe(false);
  expect(module.symbols!.defines).toEqual([{ name: "f", kind: "prototype", line: 4 }]);
});

test("a file in which a macro names a function is not read whole: what it is called is not written there", async () => {
  const named = "int PRIV(open)(int a)\n{\n\treturn a;\n}\n";
  expect(await readModule("src/open.c", named)).toMatchObject({ partial: true, symbols: null });
  expect(await readModule("src/open.c", "extern int PRIV(open)(int a);\n")).toMatchObject({ partial: true });
  const given = "static int (*chosen(int a))(int)\n{\n\treturn 0;\n}\n";
  expect(await readModule("src/open.c", given)).toMatchObject({ partial: false, declared: [{ name: "chosen" }] });
});
