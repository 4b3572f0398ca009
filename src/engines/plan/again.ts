import type { Ports } from "../../core/port.ts";
import { signOf } from "./agenda.ts";
import { type Note, type Step, subject, unsigned } from "./step.ts";

/**
 * A step done another way: what was asked exactly is asked of the texts, what was asked of these is searched for by the names in it,
 * or by those that `suggestions` name. Null where there is no other way, and for what changes the folder. Pure.
 */
export function again(note: Note, suggestions: readonly string[], question: string, ports: Ports): Step | null {
  const asked = subject(note);
  // What goes back to a step that gave nothing has nothing to go back to another time.
  if (note.planned.includes("#") && asked.includes("#")) return null;
  const step = (args: Step["args"], tool = "cite"): Step => ({ tool, args, shows: note.shows, by: note.by });
  switch (note.tool) {
    case "files":
    case "count":
      return step({ question: asked });
    case "search":
      return { ...step({ question }), shows: signOf(question) };
    case "cite": {
      const said = suggestions.join(" ");
      const strange = new Set(ports.lacking(said, `${question} ${asked} ${note.seen.text}`));
      const names = ports.lacking(said, "").filter((word) => !strange.has(word));
      const about = (names.length > 0 ? names : ports.lacking(asked, "")).join(" ");
      const other = step({ question: asked, about });
      return about === "" || unsigned(other) === unsigned(note) ? null : other;
    }
    default:
      return null;
  }
}
