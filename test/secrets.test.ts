import { chmodSync, globSync, lstatSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Ended, ergo, folder } from "./ergo.ts";

/** Shapes of secrets; none was ever one. */
const secrets = {
  github: "ghp_x7Kq2mVbN4tRzY9wLpD3sHgJ6cFaQeU8iOoT",
  aws: "AKIAIOSFODNN7EXAMPLE",
  password: "Tr0ub4dor3xyz9",
  url: "tR4utm4nn77",
  gitlab: "glpat-x7Kq2mVbN4tRzY9wLpD3",
  key: "MIIEx7Kq2mVbN4tRzY9wLpD3sHgJ6cFaQeU8iOoTdBvCnMkXrWyZ1lEhSjGfPuAi5",
};

function place(more: Record<string, string> = {}) {
  const key = Array(20).fill(secrets.key).join("\n");
  const dir = folder({
    "docs/deploy.md": `# Deploy\n\nThe deploy key for staging is ${secrets.github} and it rotates monthly.\n`,
    "config.env": `DB_PASSWORD=${secrets.password}\nAWS_ID=${secrets.aws}\nURL=postgres://bob:${secrets.url}@db/app\n`,
    "notes.jsonl": `{"id": "n1", "text": "The runner token of the build farm is ${secrets.gitlab} since May."}\n`,
    "server.pem": `The private key of the mail server:\n-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`,
    ...more,
  });
  const home = folder();
  return { dir, home, run: (...args: string[]) => ergo([...args, "--dir", dir], { env: { ERGO_HOME: home } }) };
}

/** The files below the folders that hold one of the secrets, bytes compared; with the names of the secrets. */
function leaks(dirs: string[], extra: Ended[] = []): string[] {
  const files = dirs.flatMap((dir) => globSync("**/*", { cwd: dir }).map((name) => join(dir, name)));
  const texts = files.filter((file) => lstatSync(file).isFile()).map((file) => readFileSync(file));
  const all = [...texts, ...extra.flatMap(({ out, err }) => [Buffer.from(out), Buffer.from(err)])];
  return Object.entries(secrets).flatMap(([name, secret]) => (all.some((text) => text.includes(secret)) ? [name] : []));
}

test("no secret is stored anywhere, whatever is asked; runs verify and replay all the same", async () => {
  const { dir, home, run } = place();
  const asked: Ended[] = [];
  for (const question of [
    "What is the deploy key for staging?",
    "Which files contain DB_PASSWORD?",
    `Which files contain ${secrets.aws}?`,
    `Is "${secrets.github}" in docs/deploy.md?`,
    "What is the runner token of the build farm?",
    "What is the private key of the mail server?",
    "Which lines of server.pem contain MIIE?",
    "How many files are there?",
  ]) {
    asked.push(await run("ask", question, "--json"));
  }
  asked.push(
    await ergo(["ask", "What is the token?", "--dir", dir, "--json"], {
      env: { ERGO_HOME: home },
      input: `The token is ${secrets.gitlab}, says Ulrike.\n`,
    }),
  );
  asked.push(await run("search", "deploy key"));
  expect(asked[0]!.json()).toMatchObject({
    status: "answered",
    claims: [{ text: "The deploy key for staging is [redacted:github-token] and it rotates monthly." }],
    degraded: [{ code: "SECRET_REDACTED" }],
  });
  expect(asked[1]!.json()).toMatchObject({ status: "answered", claims: [{ verdict: "proven" }] });
  const outside = folder();
  for (const { run: name, status } of asked
    .filter(({ out }) => out.startsWith('{"v":1,"run"'))
    .map((each) => each.json())) {
    expect((await run("verify", name, "--json")).json()).toMatchObject({ intact: true, current: true, problems: [] });
    expect((await run("replay", name)).code).toBe(status === "answered" ? 0 : 3);
    await run("trace", name, "--html", join(outside, `${name}.html`));
    await run("export", name, join(outside, `${name}.ergo`));
  }
  expect(globSync("*", { cwd: outside }).length).toBeGreaterThan(15);
  expect(leaks([join(dir, ".ergo"), home, outside], asked)).toEqual([]);
}, 120_000);

test("of what was redacted from a question nothing is proven, neither that it is there nor that it is not", async () => {
  const { run } = place();
  const other = "ghp_0000000000000000000000000000000000aa";
  for (const secret of [secrets.github, other]) {
    const answer = (await run("ask", `Which files contain ${secret}?`, "--json")).json();
    expect(answer.question).toBe("Which files contain [redacted:github-token]?");
    expect(answer.route.recipe).toBe(null);
    expect(answer.claims.map(({ verdict }: { verdict: string }) => verdict)).not.toContain("proven");
  }
  const check = async (claim: string) => (await run("check", claim, "--json")).json().verdict;
  expect(await check(`contains("docs/deploy.md", "${secrets.github}")`)).toBe("provable");
  expect(await check(`contains("docs/deploy.md", "${other}")`)).toBe("refutable");
});

test("a listing without the names that hold a secret is no complete one", async () => {
  const { dir, home, run } = place({ [`keys/${secrets.aws}.txt`]: "a name that says too much\n" });
  expect((await run("search", "a name that says too much")).out).not.toContain("keys/");
  expect(leaks([join(dir, ".ergo"), home])).toEqual([]);
  const { answer, claims, status } = (await run("ask", "How many text files are there in keys?", "--json")).json();
  expect(JSON.stringify([answer, claims])).not.toContain(secrets.aws);
  expect(status).not.toBe("answered");
  expect((await run("ask", "How many lines does docs/deploy.md have?", "--json")).json().status).toBe("answered");
});

test("all that may hold content is for the user alone, whatever the umask", async () => {
  const { dir, home, run } = place();
  chmodSync(home, 0o700);
  for (const name of ["", "traces", "blobs"]) {
    mkdirSync(join(dir, ".ergo", name), { recursive: true });
    chmodSync(join(dir, ".ergo", name), 0o755);
  }
  const before = process.umask(0);
  try {
    const { run: name } = (await run("ask", "What is the deploy key for staging?", "--json")).json();
    await run("ask", "How many files are there?");
    await run("trace", name, "--html", join(home, "page.html"));
    await run("export", name, join(home, "run.ergo"));
    await ergo(["keys"], { env: { ERGO_HOME: home } });
  } finally {
    process.umask(before);
  }
  const open = [join(dir, ".ergo"), home].flatMap((root) =>
    [root, ...globSync("**/*", { cwd: root }).map((name) => join(root, name))].filter(
      (file) => (lstatSync(file).mode & 0o077) !== 0,
    ),
  );
  expect(open).toEqual([]);
  expect(globSync("**/*", { cwd: join(dir, ".ergo") }).length).toBeGreaterThan(8);
});
