import { expect, test } from "vitest";
import { requirements, setupCfg, setupPy } from "./setuptools.ts";

test("what a setup.py gives setup() in plain texts is read, and what it works out is not", () => {
  const told = setupPy(`
import setuptools
version = "1.0"
# setup(name="other")
setuptools.setup(
    name="kit",  # the name, with a comma
    version=version,
    python_requires=">= 3.11",
    description=("A kit, for "
        "work."),
    license='Apache-2.0',
    long_description=open("README").read(),
    install_requires=["requests[socks]>=2,<3", "idna; python_version < '3.9'"],
    tests_require=list(needed()),
    author=f"{me}",
    **kwargs,
)
`);
  expect(told).toMatchObject({
    name: { value: "kit", line: 6 },
    version: null,
    licence: { value: "Apache-2.0", line: 11 },
    description: { value: "A kit, for work." },
    authors: [],
    requires: [{ name: "python", value: ">= 3.11", line: 8 }],
    open: true,
    dependencies: [
      { name: "requests", range: ">=2,<3", scope: "runtime" },
      { name: "idna", range: "; python_version < '3.9'", scope: "runtime" },
    ],
  });
});

test("a setup.py that calls nothing of the kind, or another setup, is no manifest", () => {
  expect(setupPy("def setup_module(): pass\n")).toBeNull();
  expect(setupPy("")).toBeNull();
  expect(setupPy("setup(")).toMatchObject({ name: null });
  expect(setupPy('setup(name="kit")')).not.toHaveProperty("open");
  expect(setupPy("setup(install_requires=needed())")).toMatchObject({ open: true });
});

test("the metadata and options of a setup.cfg are read", () => {
  const told = setupCfg(`[metadata]
name = kit
license: MIT
[options]
python_requires = >=3.8
install_requires =
    idna>=3
    # none
    certifi
[flake8]
name = other
`);
  expect(told).toMatchObject({
    name: { value: "kit", line: 2 },
    licence: { value: "MIT", line: 3 },
    requires: [{ name: "python", value: ">=3.8", line: 5 }],
    dependencies: [
      { name: "idna", range: ">=3" },
      { name: "certifi", range: "" },
    ],
  });
  expect(setupCfg("[flake8]\nmax-line-length = 88\n")).toBeNull();
});

test("what a requirements.txt lists is read, with what it leaves open", () => {
  const text =
    "# pinned\nblack==26.5.1 \\\n    --hash=sha256:12\nidna>=3  # via x\nrequests[socks] ; python_version > '3'\n-c limits.txt\n";
  expect(requirements(text).dependencies).toEqual([
    { name: "black", range: "==26.5.1", scope: "runtime", line: 2 },
    { name: "idna", range: ">=3", scope: "runtime", line: 4 },
    { name: "requests", range: "; python_version > '3'", scope: "runtime", line: 5 },
  ]);
  expect(requirements(text)).not.toHaveProperty("open");
  expect(requirements("-r base.txt\n")).toMatchObject({ open: true, dependencies: [] });
});
