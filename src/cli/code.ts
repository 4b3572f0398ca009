import { ErgoError } from "../core/error.ts";
import { measureCode } from "../runtime/index/code.ts";
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
        "ergo code [PATH] [--kernel NAME]… [--diff REV] [--present] [--html FILE] [--sarif FILE] [--markdown FILE]",
    });
  }
  const session = await openSession({ dir: path ?? (values.dir as string | undefined), yes: Boolean(values.yes) });
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

function show(told: Told[], root: string): Text[] {
  const groups = told.map(({ name, means, rows, lines, open }): Text[] => [
    text`${bold(name)}  ${dim(means)}`,
    ...lines.map(({ text: said, at }) => {
      const place = `${at.path || "."}${at.lines ? `:${at.lines[0]}` : ""}`;
      return text`${bar}${link(place, root, at.path)}  ${shortened(folded(said), 160)}`;
    }),
    ...(rows > lines.length ? [dim(`  ${rows - lines.length} more rows: --kernel ${name}, or --json`)] : []),
    ...(rows === 0 ? [dim("  nothing")] : []),
    ...(open.length > 0
      ? [
          dim(
            `  not complete: ${shortened(folded(open[0]!), 120)}${open.length > 1 ? `, and ${open.length - 1} more reasons` : ""}`,
          ),
        ]
      : []),
  ]);
  return apart(groups);
}
