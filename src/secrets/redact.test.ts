import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { holdsMark, kindsIn, redactJson, redactRows, redactText } from "./redact.ts";

const many = "x7Kq2mVbN4tRzY9wLpD3sHgJ6cFaQeU8iOoTdBvCnMkXrWyZ1lEhSjGfPuAi5bN0vR";
const hex = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const token = (size: number) => many.repeat(3).slice(0, size);

/** Shapes by kind: each is a text with its secret between « and ». No secret here was ever one. */
const shapes: [kind: string, text: string][] = [
  ["aws-access-key-id", "id «AKIAIOSFODNN7EXAMPLE» here"],
  ["aws-secret-key", `aws_secret_access_key = «wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY»`],
  ["github-token", `«ghp_${token(36)}»`],
  ["github-token", `git clone https://«gho_${token(36)}»@github.com/a/b`],
  ["github-token", `«github_pat_${token(22)}_${token(59)}»`],
  ["gitlab-token", `«glpat-${token(20)}»`],
  ["slack-token", `«xoxb-123456789012-1234567890123-${token(24)}»`],
  ["slack-webhook", `https://hooks.slack.com/services/«T00000000/B00000000/${token(24)}»`],
  ["stripe-key", `«sk_live_${token(24)}»`],
  ["anthropic-key", `«sk-ant-api03-${token(93)}AA»`],
  ["openai-key", `«sk-proj-${token(48)}T3BlbkFJ${token(48)}»`],
  ["openai-key", `«sk-${token(48)}»`],
  ["google-key", `«AIza${token(35)}»`],
  ["jwt", `«eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${token(43)}»`],
  ["npm-token", `//npm.example.com/:_authToken=«npm_${token(36)}»`],
  ["pypi-token", `«pypi-AgEIcHlwaS5vcmc${token(60)}»`],
  ["hugging-face-token", `«hf_${token(34)}»`],
  ["sendgrid-key", `«SG.${token(22)}.${token(43)}»`],
  ["private-key", `«-----BEGIN PRIVATE KEY-----\\n${token(64)}\\n${token(40)}=\\n-----END PRIVATE KEY-----»\\n`],
  ["url-password", "postgres://bob:«tR4ut-m4nn!»@db.internal:5432/app"],
  ["bearer-token", `Authorization: Bearer «${token(40)}»`],
  ["basic-credentials", "Authorization: Basic «Ym9iOnRyNHV0bTRubg==»"],
  ["password", 'password = "«Tr0ub4dor&3xyz»"'],
  ["password", "DB_PASSWORD=«hunter2secret»"],
  ["password", '{"password": "«Tr0ub4dor&3xyz»"}'],
  ["password", 'password: "«kRtYhQwZmLpXbD»"'],
  ["secret", "client_secret: «0f1e2d3c4b5a69788796a5b4c3d2e1f0»"],
  ["secret", `client_secret: «${token(32)}»`],
  ["secret", `export API_KEY='«${token(40)}»'`],
];

test.each(shapes)("%s: %s", (kind, text) => {
  const [before = "", secret = "", after = ""] = text.split(/[«»]/);
  const redacted = redactText(before + secret + after);
  expect(redacted).toBe(`${before}[redacted:${kind}]${after}`);
  expect(redactText(redacted)).toBe(redacted);
});

test.each([
  `sha256-${hex} ${hex}`,
  `"hash": "${hex}", token_hash = "${hex}"`,
  "id 123e4567-e89b-42d3-a456-426614174000, api_key: 123e4567-e89b-42d3-a456-426614174000",
  "The password must have at least eight characters. Tokens: one each; secrets: none.",
  "password = getpass.getpass(prompt2)",
  "token = nextToken2",
  "token: nextTokenOfTheStream, secret = ClientSecretCredential",
  "token: self.reader2.next_token",
  "const secret = process.env.SECRET_KEY_2",
  "PWD=/home/user1/project22/docs",
  "https://user:password@host.example/path and ftp://me:{{PASS}}@host",
  "api_key = <YOUR-API-KEY-0000000000>",
  "docs/token=3/secret-key.pem src/keys/password1.ts",
  "the bearer authentication-mechanism-of-choice",
  "integrity sha512-z7PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
  "-----BEGIN PRIVATE KEY----- opens such a file.",
])("nothing is taken for a secret in: %s", (text) => {
  expect(redactText(text)).toBe(text);
});

test("of a private key every line goes, and no line is lost", () => {
  const key = `-----BEGIN RSA PRIVATE KEY-----\r\n${token(64)}\r\n${token(64)}\r\n-----END RSA PRIVATE KEY-----`;
  const mark = "[redacted:private-key]";
  expect(redactText(`a\r\n${key}\r\nb\r\n`)).toBe(`a\r\n${Array(4).fill(mark).join("\r\n")}\r\nb\r\n`);
  const cut = key.split("\r\n").slice(0, 3).join("\n");
  expect(redactText(`${cut}\nand then text`)).toBe(`${Array(3).fill(mark).join("\n")}\nand then text`);
});

test("JSON is redacted at every depth, keys too; what holds nothing stays the same object", () => {
  const secret = `ghp_${token(36)}`;
  const kept = { a: [1, null, { b: "plain token text" }] };
  const data = { kept, list: [`x ${secret}`], [secret]: 1, user: { name: "bob", password: "Tr0ub4dor&3xyz" } };
  const redacted = redactJson(data) as unknown as typeof data;
  expect(JSON.stringify(redacted)).not.toMatch(/ghp_|Tr0ub/);
  expect(redacted.user).toEqual({ name: "bob", password: "[redacted:password]" });
  expect(redacted.kept).toBe(kept);
  expect(redactJson(kept)).toBe(kept);
  expect(redactJson(null)).toBe(null);
});

test("marks are known, and only marks", () => {
  expect(kindsIn("[redacted:jwt] and [redacted:jwt], [redacted:npm-token]")).toEqual(["jwt", "npm-token"]);
  expect(holdsMark("[redacted:jwt]")).toBe(true);
  expect(holdsMark("[redacted:…] [redacted: no]")).toBe(false);
});

const piece = fc.oneof(
  fc.constantFrom(...shapes.map(([, text]) => text.replaceAll(/[«»]/g, ""))),
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    "\n",
    "\t",
    "\\",
    "Tr0ub4dor&3xyz",
    " ",
    "=",
    '"',
    "password: ",
    "Bearer ",
    "://",
    "@",
    "[redacted:jwt]",
    "token=",
    "eyJ",
    "sk-",
  ),
);

test("redacting again changes nothing, and lines are kept, whatever stands together", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      const once = redactText(text);
      expect(redactText(once)).toBe(once);
      expect(once.split("\n")).toHaveLength(text.split("\n").length);
      expect(redactJson({ text }) as object).toEqual({ text: once });
    }),
    { numRuns: 3000 },
  );
});

const data = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../data/secrets/${name}.json`, import.meta.url), "utf8"));

test("the rules are as their schema says", () => {
  expect(z.fromJSONSchema(data("rules.schema")).safeParse(data("rules")).error).toBeUndefined();
});

test("every pattern repeats within bounds only, so that no text keeps it busy", () => {
  const { rules } = data("rules") as { rules: { kind: string; pattern: string; hint: string }[] };
  const unbounded = /(?<!\\)[*+](?![^[]*\])|\{\d+,\}/;
  const plain = (pattern: string) => pattern.replaceAll(/\[(?:\\.|[^\]])*\]/g, "x").replaceAll(/\\./g, "y");
  expect(rules.filter(({ pattern, hint }) => unbounded.test(plain(pattern)) || unbounded.test(plain(hint)))).toEqual(
    [],
  );
});

test("rows of a table are redacted as each by itself would be", () => {
  const key = `ghp_${"aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6"}`;
  const rows = [
    { path: "a", name: "x", lines: [1, 2] },
    { path: "a", name: key, parts: [key, "y"], none: null },
    { path: "a", password: "Tr0ub4dor-and-3-horses", name: "x" },
    { path: "Tr0ub4dor-and-3-horses", name: key },
  ];
  const redacted = redactRows(rows as object[]);
  expect(redacted).toEqual(rows.map((row) => redactJson(row as never)));
  expect(redacted[0]).toBe(rows[0]);
  expect(JSON.stringify(redacted)).not.toContain(key);
});
