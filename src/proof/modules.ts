import type { Call } from "../core/claim.ts";
import { isOfSort, type LinkSort, tellsSort } from "../core/linked.ts";
import { among, openings } from "./among.ts";
import { byCodeUnit } from "./listing.ts";
import { name } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { type Scene, textOf } from "./scene.ts";
import type { Lack, Members, Unknown } from "./value.ts";

/** What imports of a sort name. */
export const modulePredicates: Record<string, Predicate> = {
  modules: {
    forms: [form("names", "scope", "import")],
    example: '"react" in modules("src/**", "package")',
    means:
      "the modules, as they are written, that source files import: what comes with the language (builtin), packages of others (package), files of the folder (own), for types alone (types) or not (runtime), within a function (late), to export what they take (again)",
    evaluate: modules,
    set: (call, tell) => `modules of the sort ${name(call.args[1])} that ${tell.scope(call.args[0])} import`,
  },
};

/** The modules of a sort that files import, each once; open where one of them may import more than it says. */
function modules(call: Call, scene: Scene): Members | Unknown {
  const sort = textOf(call.args[1], scene) as LinkSort;
  return among(
    call,
    call.args[0],
    scene,
    {
      query: (path) => ({ see: "links", path }),
      seen: (path) => scene.board.links(path),
      had(path, { language, links, open }) {
        const untold: Lack[] =
          tellsSort(language, sort) || links.length === 0
            ? []
            : [{ is: "void", message: `${path} does not write down which imports are so` }];
        const lacks = [...openings(path, open), ...untold];
        const certain = links.filter((link) => isOfSort(link, sort)).map(({ module }) => module);
        return { certain, maybe: [], lacks, isOpen: lacks.length > 0 };
      },
    },
    ({ certain, maybe }) => {
      const sure = new Set(certain);
      const others = new Set(maybe.filter((each) => !sure.has(each)));
      return { certain: [...sure].sort(byCodeUnit), maybe: [...others].sort(byCodeUnit) };
    },
  );
}
