import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { defaultLimits, outputFactor } from "./limit.ts";

test("the limits are those of the document", () => {
  const text = readFileSync(new URL("../../docs/sandbox.md", import.meta.url), "utf8");
  const size = (bytes: number) => (bytes >= 2 ** 30 ? `${bytes / 2 ** 30} GiB` : `${bytes / 2 ** 20} MiB`);
  const { time, cpu, memory, processes, files, file, disk, entries, output, temporary } = defaultLimits;
  const rows = [
    `| time | ${time / 1000} s |`,
    `| processor time of a process | ${cpu / 1000} s |`,
    `| memory | ${size(memory)} |`,
    `| processes and threads | ${processes} |`,
    `| open files, largest file | ${files}, ${size(file)} |`,
    `| temporary folders | ${size(temporary)} each |`,
    `| filling of the disk, new files | ${size(disk)}, ${entries.toLocaleString("en")} |`,
    `| output kept | ${size(output)} each | the rest is counted and dropped; after ${size(output * outputFactor)} `,
  ];
  for (const row of rows) expect(text).toContain(row);
});
