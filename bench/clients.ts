/**
 * Real clients of OpenAI's interface against a running `ergo serve`: the official one for Python, `llm`, LiteLLM (by which aider
 * reaches models), LangChain.js, and the AI SDK. What they need is installed in a temporary folder (`--work DIR` keeps it), by their own package managers, and none of it is a dependency.
 * `--only NAME` tries one client again and keeps what came of the others. With `--webui VENV` Open WebUI too, from a Python environment into which its package is installed where it is not there (8 GB).
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { save } from "./result.ts";
import { type Server, startServer } from "./served.ts";

const { values } = parseArgs({
  options: { work: { type: "string" }, webui: { type: "string" }, only: { type: "string" } },
});
const work = values.work ?? mkdtempSync(join(tmpdir(), "ergo-clients-"));
const [venv, js] = [join(work, "venv"), join(work, "js")];
const programs = fileURLToPath(new URL("clients/", import.meta.url));

const packages = ["@langchain/openai", "@langchain/core", "ai", "@ai-sdk/openai-compatible"];

type Client = { name: string; file: string; package: string; venv?: string };

/** The programs, with what runs them and the package whose version is told. */
const clients: Client[] = [
  { name: "openai (Python)", file: "openai_python.py", package: "openai" },
  { name: "llm", file: "llm_cli.py", package: "llm" },
  { name: "litellm", file: "litellm_client.py", package: "litellm" },
  { name: "@langchain/openai", file: "langchain.mjs", package: "@langchain/openai" },
  { name: "@ai-sdk/openai-compatible", file: "aisdk.mjs", package: "@ai-sdk/openai-compatible" },
  ...(values.webui ? [{ name: "Open WebUI", file: "open_webui.py", package: "open-webui", venv: values.webui }] : []),
];

type Checked = { check: string; ok: boolean; why?: string };

function install(): void {
  mkdirSync(js, { recursive: true });
  cpSync(programs, js, { recursive: true });
  if (values.webui && !existsSync(join(values.webui, "bin/open-webui"))) {
    execFileSync("python3", ["-m", "venv", values.webui], { stdio: "inherit" });
    execFileSync(join(values.webui, "bin/pip"), ["install", "--quiet", "open-webui"], { stdio: "inherit" });
  }
  if (values.only === "Open WebUI") return;
  if (!existsSync(join(venv, "bin/litellm"))) {
    execFileSync("python3", ["-m", "venv", venv], { stdio: "inherit" });
    execFileSync(join(venv, "bin/pip"), ["install", "--quiet", "openai", "llm", "litellm"], { stdio: "inherit" });
  }
  if (!existsSync(join(js, "node_modules/@langchain/openai"))) {
    writeFileSync(join(js, "package.json"), '{ "private": true, "type": "module" }\n');
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages], {
      cwd: js,
      stdio: "inherit",
    });
  }
}

function versionOf({ package: name, file, venv: own = venv }: Client): string {
  if (file.endsWith(".mjs")) {
    return JSON.parse(readFileSync(join(js, "node_modules", name, "package.json"), "utf8")).version;
  }
  const code = `import importlib.metadata as m; print(m.version("${name}"))`;
  return execFileSync(join(own, "bin/python"), ["-c", code], { encoding: "utf8" }).trim();
}

/** What a program says of each of its checks; one that breaks off says why. */
function checksOf({ file, venv: own = venv }: Client, { port, token }: Server): Checked[] {
  const program = file.endsWith(".py") ? join(own, "bin/python") : process.execPath;
  const { stdout, stderr, status } = spawnSync(program, [join(js, file)], {
    encoding: "utf8",
    timeout: 1_200_000,
    env: {
      ...process.env,
      ERGO_BASE: `http://127.0.0.1:${port}/v1`,
      ERGO_KEY: token,
      LLM_USER_PATH: join(work, "llm"),
    },
  });
  const checks = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Checked);
  if (status !== 0) checks.push({ check: "the program ends well", ok: false, why: stderr.slice(-600) });
  return checks;
}

install();
const server = await startServer(work);
type Measured = Record<string, { version: string; checks: number; passed: number; failed: Checked[] }>;
const before = JSON.parse(readFileSync(new URL("results/clients.json", import.meta.url), "utf8")) as {
  measured: Measured;
};
const measured: Measured = values.only ? before.measured : {};
for (const client of clients.filter(({ name }) => (values.only ?? name) === name)) {
  const checks = checksOf(client, server);
  const failed = checks.filter(({ ok }) => !ok);
  measured[client.name] = {
    version: versionOf(client),
    checks: checks.length,
    passed: checks.length - failed.length,
    failed,
  };
}
server.child.removeAllListeners("exit");
server.child.kill("SIGTERM");
save("clients", measured);
if (values.work === undefined) rmSync(work, { recursive: true, force: true });
