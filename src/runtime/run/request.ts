import { existsSync } from "node:fs";
import { join } from "node:path";
import { proposeEdit } from "../../commands/edit.ts";
import { propose as proposeCommand } from "../../commands/propose.ts";
import type { Proposal } from "../../core/port.ts";
import { findContrast } from "../../knowledge/text/contrast.ts";

/** Rules alone read a request: as an undoing, an edit, or a command in the folder at `root`. */
export function propose(request: string, root: string): Proposal | null {
  const run = undoneIn(request);
  if (run) return { does: "undo", run, reading: `The edits of run ${run} are undone.` };
  const edit = proposeEdit(request);
  if (edit) return { does: "edit", ...edit };
  // What sets two things side by side asks what texts say of them, unless both are files.
  const sides = findContrast(request)?.sides;
  if (sides?.every((side) => existsSync(join(root, side))) === false) return null;
  const command = proposeCommand(request, { root });
  return command && { does: "command", line: command.line, reading: command.reading };
}

/** The run that a request wants undone; null where it asks for something else. */
function undoneIn(request: string): string | null {
  return (
    /^(?:please )?undo (?:the )?(?:edits? of )?(?:run )?(\d{8}-\d{6}-[0-9a-f]{6})[.!]?$/i.exec(request.trim())?.[1] ??
    null
  );
}
