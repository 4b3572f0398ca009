import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Packages of one registry, by name and version, with what of them is measured. */
type Pinned = { registry: "npm" | "pypi" | "go" | "maven" | "crates"; packages: string[]; language: string };

/** What is measured: sources as their registries give them. */
const pinned: Pinned[] = [
  { registry: "npm", language: "TypeScript", packages: ["zod@4.6.7", "rxjs@7.8.2", "@reduxjs/toolkit@2.15.0"] },
  { registry: "npm", language: "JavaScript", packages: ["fastify@5.12.8", "eslint@10.15.0", "undici@8.13.1"] },
  {
    registry: "pypi",
    language: "Python",
    packages: ["flask==3.1.3", "requests==2.34.2", "rich==15.0.0", "networkx==3.6.1", "sqlalchemy==2.1.9"],
  },
  {
    registry: "go",
    language: "Go",
    packages: ["github.com/spf13/cobra@v1.10.2", "github.com/gin-gonic/gin@v1.12.0", "golang.org/x/tools@v0.52.0"],
  },
  {
    registry: "maven",
    language: "Java",
    packages: ["com.google.code.gson:gson:2.14.0", "org.apache.commons:commons-collections4:4.5.0"],
  },
  {
    registry: "crates",
    language: "Rust",
    packages: ["syn@3.0.10", "regex-automata@0.4.19", "tokio@1.54.1", "clap_builder@4.6.7", "rayon@1.12.0"],
  },
  { registry: "crates", language: "C", packages: ["libgit2-sys@0.18.8+1.9.7", "zstd-sys@2.1.3+zstd.1.5.7"] },
];

/** A package on disk. */
export type Package = { name: string; language: string; folder: string };

/** The packages, each downloaded once by its registry's own client into a folder. */
export function fetchPackages(cache: string): Package[] {
  return pinned.flatMap(({ registry, packages, language }) =>
    packages.map((name) => {
      const folder = join(cache, "packages", name.replace(/[^\w.@+-]+/g, "_"));
      if (!existsSync(folder)) {
        const draft = `${folder}.part`;
        rmSync(draft, { recursive: true, force: true });
        mkdirSync(draft, { recursive: true });
        bring[registry](name, draft, cache);
        renameSync(draft, folder);
      }
      return { name, language, folder };
    }),
  );
}

/** Runs a client, quietly; throws where it fails. */
export function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): string {
  const options = { cwd, env: { ...process.env, ...env }, encoding: "utf8" as const, maxBuffer: 1 << 28 };
  return execFileSync(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
}

type Bring = (name: string, folder: string, cache: string) => void;

const bring: Record<Pinned["registry"], Bring> = {
  npm(name, folder) {
    run("npm", ["pack", "--silent", name], folder);
    unpack(folder, ".tgz", (file) => run("tar", ["xzf", file, "--strip-components=1"], folder));
  },
  pypi(name, folder) {
    run("pip", ["download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", ".", name], folder);
    unpack(folder, ".whl", (file) => run("python3", ["-m", "zipfile", "-e", file, "."], folder));
  },
  go(name, folder, cache) {
    const { Dir } = JSON.parse(run("go", ["mod", "download", "-json", name], cache, goEnvironment(cache))) as {
      Dir: string;
    };
    copy(Dir, folder);
  },
  maven(name, folder, cache) {
    const [group, artifact, version] = name.split(":") as [string, string, string];
    const home = join(cache, "maven");
    run(
      "mvn",
      ["-q", "dependency:get", "-Dtransitive=false", `-Dartifact=${name}:jar:sources`, `-Dmaven.repo.local=${home}`],
      folder,
    );
    const jar = join(home, ...group.split("."), artifact, version, `${artifact}-${version}-sources.jar`);
    run("jar", ["xf", jar], folder);
  },
  crates(name, folder, cache) {
    const [crate, version] = name.split("@") as [string, string];
    const asking = join(folder, "asking");
    mkdirSync(join(asking, "src"), { recursive: true });
    writeFileSync(join(asking, "src/lib.rs"), "");
    const head = '[package]\nname = "asking"\nversion = "0.0.0"\nedition = "2021"\n';
    writeFileSync(join(asking, "Cargo.toml"), `${head}[dependencies]\n${crate} = "=${version.replace(/\+.*/, "")}"\n`);
    const home = join(cache, "cargo");
    run("cargo", ["vendor", "--versioned-dirs", "vendor"], asking, { CARGO_HOME: home });
    copy(join(asking, "vendor", `${crate}-${version}`), folder);
    rmSync(asking, { recursive: true });
  },
};

/** A cache of modules of the bench's own. */
export function goEnvironment(cache: string): NodeJS.ProcessEnv {
  return { GOMODCACHE: join(cache, "go"), GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local" };
}

function unpack(folder: string, end: string, open: (file: string) => void): void {
  const file = readdirSync(folder).find((name) => name.endsWith(end));
  if (file === undefined) throw new Error(`no ${end} came into ${folder}`);
  open(file);
  rmSync(join(folder, file));
}

function copy(from: string, to: string): void {
  run("cp", ["-rT", "--no-preserve=mode", from, to], to);
}
