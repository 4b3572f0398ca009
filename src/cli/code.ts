import { ErgoError } from "../core/error.ts";
import { type CodeReport, measureCode } from "../runtime/index/code.ts";
import { codePage, codeSchema, markdownReport, sarifReport, type Told, toldReport } from "../runtime/index/report.ts";
import { saveAs } from "../runtime/record/save.ts";
import { openSession } from "../runtime/session/session.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";
import { note, print, printData, printJson } from "./print.ts";
import { progress } from "./progress.ts";
import { apart, bar, bold, dim, folded, link, shortened, type Text, text } from "./text.ts";

/** Rows of a kernel that are told, and of one that was asked for. */
const usual = 5;
const asked = 40;

export async function run({ values, words }: Call): Promise<number> {
  if (values.schema) {
    printData(codeSchema(), true);
    return 0;
  }
  const [path, ...more] = words;
  if (more.length > 0 || (path !== undefined && values.dir !== undefined)) {
    throw new ErgoError("USAGE", {
      detail:
        "ergo code [PATH] [--kernel NAME]… [--diff REV] [--present [--model worker=NAME]] [--html FILE] [--sarif FILE] [--markdown FILE]",
    });
  }
  const session = await openSession({
    dir: path ?? (values.dir as string | undefined),
    yes: Boolean(values.yes),
    models: (values.model as string[] | undefined) ?? [],
  });
  try {
    const named = values.kernel as string[] | undefined;
    const watch = progress(values);
    const report = await interruptible((signal) =>
      measureCode(session, {
        signal,
        ...(named ? { kernels: named } : {}),
        ...(watch ? { watch } : {}),
        ...(values.diff === undefined ? {} : { diff: values.diff as string }),
        present: Boolean(values.present),
      }),
    );
    if (process.stderr.isTTY && watch) watch({ type: "progress", path: "code", text: "" });
    if (values.html !== undefined) note(`page: ${saveAs(values.html as string, codePage(session.folder, report))}`);
    if (values.sarif !== undefined) note(`SARIF: ${saveAs(values.sarif as string, sarifReport(report))}`);
    if (values.markdown !== undefined)
      note(`Markdown: ${saveAs(values.markdown as string, markdownReport(session.folder, report))}`);
    if (report.wording) noteWording(report.wording);
    if (values.json) printJson(report);
    else {
      const isWhole = named === undefined && values.diff === undefined && !values.present;
      const { all, code } = report.files;
      print(
        `${code} source files of ${all} files (${report.ms} ms)`,
        "",
        ...show(toldReport(report, isWhole ? usual : asked), session.folder.root),
      );
    }
    return 0;
  } finally {
    await session.close();
  }
}

/** Which words are a model's, and why others are not. */
function noteWording({ model, worded, dropped, problem }: NonNullable<CodeReport["wording"]>): void {
  if (model !== null)
    note(
      `${model} worded ${worded} of the facts; ${dropped} of its sentences were dropped, as they do not keep to theirs`,
    );
  if (problem) note(`${problem.code}: ${problem.message}`);
}

/** Characters of a row; a sentence about the whole is told whole. */
const wide = 160;

function show(told: Told[], root: string): Text[] {
  // What keeps several parts from being complete is told once.
  const givers = (why: string) => told.filter(({ open }) => open.includes(why)).length;
  const said = new Set(told.map(({ without }) => without));
  const shared = [...new Set(told.flatMap(({ open }) => open))].filter((why) => givers(why) > 1 && !said.has(why));
  const parts = told.filter(({ open }) => open.some((why) => shared.includes(why)));
  const groups = told.map(({ name, means, isKernel, rows, lines, without, open }): Text[] => [
    text`${bold(name)}  ${dim(means)}`,
    ...lines.map(({ text: said, at }) => {
      const place = `${at.path || "."}${at.lines ? `:${at.lines[0]}` : ""}`;
      const row = name === "outline" ? folded(said) : shortened(folded(said), wide);
      return text`${bar}${link(place, root, at.path)}  ${row}`;
    }),
    ...(rows > lines.length
      ? [dim(`  ${rows - lines.length} more rows: ${isKernel ? `--kernel ${name}, or --json` : "--json"}`)]
      : []),
    ...(rows === 0 ? [dim(without === null ? "  nothing" : `  nothing to measure: ${without}`)] : []),
    ...reasons(
      open.filter((why) => !shared.includes(why) && why !== without),
      "  not complete:",
    ),
  ]);
  const whole = `Not complete: ${parts.map(({ name }) => name).join(", ")}, as`;
  return apart([...groups, ...(shared.length > 0 ? [reasons(shared, whole)] : [])]);
}

function reasons(open: string[], lead: string): Text[] {
  const [first, ...more] = open;
  if (first === undefined) return [];
  const others = more.length === 0 ? "" : `, and ${more.length} more reason${more.length === 1 ? "" : "s"}`;
  return [dim(`${lead} ${shortened(folded(first), 120)}${others}`)];
}
