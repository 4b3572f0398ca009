import { expect, test } from "vitest";
import { readManifest } from "./manifest.ts";

test("npm: peers that may be left out, and entries by their conditions", () => {
  const text = JSON.stringify({
    name: "a",
    browser: "b.js",
    exports: { ".": { browser: "./b.js", import: { types: "./a.d.ts", default: "./a.js" } } },
    peerDependencies: { left: "^1", right: "^2" },
    peerDependenciesMeta: { left: { optional: true } },
  });
  expect(readManifest("package.json", text)).toMatchObject({
    dependencies: [
      { name: "left", scope: "peer", optional: true },
      { name: "right", scope: "peer" },
    ],
    entries: [
      { name: "browser", value: "b.js" },
      { name: "exports .", value: "./b.js", when: ["browser"] },
      { name: "exports .", value: "./a.d.ts", when: ["import", "types"] },
      { name: "exports .", value: "./a.js", when: ["import", "default"] },
    ],
  });
});

test("Python: extras and groups of dependencies, with what they bring", () => {
  const text =
    '[project]\nname = "a"\n[project.optional-dependencies]\nfull = ["x>=1", "y"]\n[dependency-groups]\ndev = ["z", {include-group = "docs"}]\ndocs = []\n';
  expect(readManifest("pyproject.toml", text)).toMatchObject({
    groups: [
      { name: "full", is: "extra", brings: ["x>=1", "y"], line: 4 },
      { name: "dev", is: "group", brings: ["z", "docs"], line: 6 },
      { name: "docs", is: "group", brings: [] },
    ],
  });
});

test("Cargo: features, optional dependencies, and those of one target", () => {
  const text =
    '[package]\nname = "a"\n[dependencies]\nb = { version = "1", optional = true }\n[features]\ndefault = ["std"]\nstd = []\n[target."cfg(unix)".dependencies]\nlibc = "0.2"\n';
  expect(readManifest("Cargo.toml", text)).toMatchObject({
    dependencies: [
      { name: "b", range: "1", scope: "optional" },
      { name: "libc", range: "0.2", scope: "runtime" },
    ],
    groups: [
      { name: "default", is: "feature", brings: ["std"] },
      { name: "std", brings: [] },
    ],
  });
});

test("Go: what others need, and the toolchain", () => {
  const text =
    "module example.com/a\ngo 1.21\ntoolchain go1.22.1\nrequire (\n\texample.com/b v1.0.0\n\texample.com/c v2.0.0 // indirect\n)\n";
  expect(readManifest("go.mod", text)).toMatchObject({
    dependencies: [{ scope: "runtime" }, { name: "example.com/c", scope: "indirect" }],
    data: { toolchain: "go1.22.1" },
  });
});
