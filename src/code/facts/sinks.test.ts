import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultOf, type Schema } from "../../core/schema.ts";
import { readModule } from "./module.ts";

async function told(path: string, text: string): Promise<string[]> {
  const module = await readModule(path, text);
  return module!.sinks.map(({ id, line, given }) => `${line} ${id} ${given}`);
}

test.each([
  [
    "Python",
    "a.py",
    'import subprocess, yaml, os, sqlite3\nsubprocess.run(x, shell=True)\nsubprocess.run(x)\nsubprocess.run(["sh", "-c", x])\nsubprocess.run("ls", shell=True)\nos.system(x)\nyaml.load(x)\nyaml.load(x, Loader=yaml.SafeLoader)\nsubprocess.run(f"ls {x}".split())\ndb.execute(f"select {x}")\nopener.execute("select ?", x)\nrequests.get(u, verify=False)\n',
    ["2 shell value", "4 shell value", "6 shell value", "7 deserialise value", "10 sql made"],
  ],
  [
    "Go",
    "a.go",
    'package a\nimport ("os/exec"; "fmt"; "database/sql")\nfunc f(x string, db *sql.DB) {\n\texec.Command("sh", "-c", x)\n\texec.Command("ls", x)\n\texec.Command(x)\n\tdb.Query(fmt.Sprintf("select %s", x))\n\tdb.Query("select ?", x)\n\t_ = tls.Config{InsecureSkipVerify: true}\n}\n',
    ["4 shell value", "6 shell value", "7 sql made", "9 certificate constant"],
  ],
  [
    "JavaScript",
    "a.js",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a text of JavaScript.
    'const { spawn } = require("child_process");\nel.innerHTML = x;\nel.innerHTML = "<b>";\nsetTimeout("go()", 1);\nsetTimeout(go, 1);\nconst m = require(x);\nrequire("./a");\nspawn("sh", ["-c", x]);\nspawn("ls", [x]);\nspawn(x, [], { shell: true });\nraw(`<b>${x}</b>`);\nthing.raw(`a ${x}`);\ndb.raw(`select ${x}`);\nsql`select ${x}`;\nconst a = { rejectUnauthorized: false };\n',
    [
      "2 markup value",
      "4 eval constant",
      "6 load value",
      "8 shell value",
      "10 shell value",
      "13 sql made",
      "15 certificate constant",
    ],
  ],
  [
    "TypeScript with a library of databases",
    "a.tsx",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a text of TypeScript.
    'import { Pool } from "pg";\nconst it = new Pool();\nit.query(`select ${x}`);\nit.query("select " + "1");\nconst b = <p dangerouslySetInnerHTML={{ __html: x }} />;\n',
    ["3 sql made", "5 markup value"],
  ],
  [
    "C",
    "a.c",
    '#include <stdio.h>\nvoid f(char *x, char *y) {\n\tsystem(x);\n\tsystem("ls");\n\tgets(y);\n\tstrcpy(y, x);\n\tstrcpy(y, "a");\n\tsprintf(y, "%s", x);\n\tprintf(x);\n\tprintf("%s", x);\n\tprintf(_("%s"), x);\n\tprintf("a" PRId64 "b", 1);\n\tfprintf(stderr, x);\n\tscanf("%s", y);\n\texecl("/bin/sh", "sh", "-c", x, 0);\n}\n',
    [
      "3 shell value",
      "5 overflow value",
      "6 overflow value",
      "8 overflow value",
      "9 format value",
      "13 format value",
      "14 overflow value",
      "15 shell value",
    ],
  ],
  [
    "Rust",
    "a.rs",
    'use std::process::Command;\nfn f(x: &str) {\n    Command::new("sh").arg("-c").arg(x).output();\n    Command::new("sh").args(["-c", x]);\n    Command::new("ls").arg(x);\n    Command::new("sh").arg("-c").arg("ls");\n    unsafe { g(x) };\n    conn.execute(&format!("select {}", x), ());\n}\n',
    ["3 shell value", "4 shell value", "7 unsafe none", "8 sql made"],
  ],
  [
    "Java",
    "A.java",
    'import java.sql.*;\nclass A { void f(String x) throws Exception {\n  Runtime.getRuntime().exec(x);\n  new ProcessBuilder("sh", "-c", x);\n  new ProcessBuilder("ls", x);\n  st.executeQuery("select " + x);\n  MessageDigest.getInstance("MD5");\n  Class.forName(x);\n} }\n',
    ["3 shell value", "4 shell value", "6 sql made", "7 hash none", "8 load value"],
  ],
])("%s: what may do harm is told, and what is written out is not", async (_, path, text, places) => {
  expect(await told(path, text)).toEqual(places);
});

test("its data follow their schema, and no rule is told twice of one place", async () => {
  const json = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../data/code/${name}.json`, import.meta.url), "utf8"));
  expect(faultOf(json("sinks.schema") as Schema, json("sinks"))).toBeUndefined();
  expect(await told("a.c", "int f(char *x) { sprintf(x, x); return 0; }\n")).toEqual(["1 format value"]);
});
