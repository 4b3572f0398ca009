import { expect, test } from "vitest";
import { projectOf } from "./fixtures/project.ts";
import { outline } from "./outline.ts";

test("what a newcomer is told of files names their lines, and languages by their names", async () => {
  const project = await projectOf({
    "pool.c": '#include "pool.h"\nint grow(int by)\n{\n\treturn by;\n}\n',
    "pool.h": "int grow(int by);\n",
    "src/price.ts": "// Prices.\nexport function price() { return 1; }\n",
    "src/index.ts": 'import { price } from "./price.ts";\nprice();\n',
  });
  const { rows } = outline(project);
  for (const { path, lines } of rows) expect([path, lines !== null]).toEqual([path, project.modules.has(path)]);
  expect(rows.find(({ say }) => say.startsWith("Read src/price.ts"))!.lines).toEqual([2, 2]);
  expect(rows.map(({ say }) => say).join("\n")).toMatch(/\d files? of C with/);
});
