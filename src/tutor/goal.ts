import type { Claim } from "../core/claim.ts";
import { ErgoError } from "../core/error.ts";
import { lazy } from "../core/lazy.ts";
import { escapeGlob } from "../core/wildcard.ts";
import { readData } from "../language/data.ts";
import { endingsOf } from "../language/kind.ts";
import { parseClaim } from "../proof/grammar.ts";
import { checkTypes } from "../proof/types.ts";

type Words = Record<
  "asking" | "all" | "some" | "none" | "files" | "places" | "declare" | "import" | "contain" | "articles",
  string[]
> & { kinds: Record<string, string[]> };

const words = lazy(() => readData<Words>("tutor/goals.json"));

const forms = lazy(() => {
  const { asking, all, some, none, files, places, declare, contain, articles, kinds, ...rest } = words();
  const any = (list: readonly string[]) => list.toSorted((a, b) => b.length - a.length).join("|");
  const which = `(?:(?<all>${any(all)})|(?<some>${any(some)})|(?<none>${any(none)}))`;
  const what = [
    `(?:${any(declare)}) (?:(?:${any(articles)}) )?(?<kind>${any(Object.keys(kinds))})`,
    `(?:${any(rest.import)}) [\`"]?(?<module>[\\w./@:-]+)[\`"]?`,
    `(?:${any(contain)}) ["“](?<text>[^"“”\\\\]+)["”]`,
  ];
  const place = `(?: (?:${any(places)}) (?:the )?(?:folder )?[\`"]?(?<place>[\\w.-]+(?:/[\\w.-]+)*)/?[\`"]?)?`;
  return {
    ask: new RegExp(`^(?:${any(asking)}) `, "iu"),
    claim: new RegExp(
      `^${which} (?:(?<sort>[\\p{L}+#]+(?: [\\p{L}+#]+)?) )?(?:${any(files)})${place} (?:${what.join("|")})$`,
      "iu",
    ),
  };
});

/**
 * The claim that a sentence states of every, some or no file of a sort, or that it is itself, in the grammar of claims: "every Python file in
 * src defines a class". It also claims that there is such a file: of none, all would hold. Null for any other sentence. Pure.
 */
export function goalIn(sentence: string): string | null {
  const { ask, claim } = forms();
  const text = sentence.trim().replace(/[?.!\s]+$/u, "");
  const stated = text.replace(ask, "").trim();
  const bare = /^`([^`]+)`$/u.exec(stated)?.[1] ?? stated;
  if (isClaim(bare)) return bare;
  const found = claim.exec(stated)?.groups;
  const glob = found && globOf(found.sort, found.place);
  if (!found || !glob) return null;
  const files = `files(${JSON.stringify(glob)})`;
  const holds = bodyOf(found);
  const quantified = found.all
    ? `all x in ${files}: ${holds}`
    : found.some
      ? `any x in ${files}: ${holds}`
      : `all x in ${files}: not ${holds}`;
  return found.some ? quantified : `${files} > 0 and ${quantified}`;
}

/** What is claimed of a file x. */
function bodyOf({ kind, module, text }: Record<string, string | undefined>): string {
  if (kind !== undefined) {
    const each = words().kinds[kind.toLowerCase()]!.map((name) => `declares(x, ${JSON.stringify(name)}) > 0`);
    return each.length > 1 ? `(${each.join(" or ")})` : each[0]!;
  }
  if (module !== undefined) return `imports(x, ${JSON.stringify(module)})`;
  return `contains(x, ${JSON.stringify(text)})`;
}

/** The files of a sort below a folder as a glob; null for a sort that is none. */
function globOf(sort: string | undefined, place: string | undefined): string | null {
  const within = place === undefined || place === "." ? "" : `${escapeGlob(place)}/`;
  if (sort === undefined) return `${within}**`;
  const endings = endingsOf(sort);
  if (endings.length === 0) return null;
  return `${within}**/*.${endings.length > 1 ? `{${endings.join(",")}}` : endings[0]}`;
}

/** Whether a text is a well-typed claim that something holds, of more than a word. */
function isClaim(text: string): boolean {
  if (!/[(]/.test(text)) return false;
  try {
    const claim: Claim = parseClaim(text);
    checkTypes(claim);
    return true;
  } catch (thrown) {
    if (thrown instanceof ErgoError) return false;
    throw thrown;
  }
}
