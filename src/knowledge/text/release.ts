import { datesIn } from "./date.ts";

/** "When" alone may ask for much else: "when 1.2.0 fails, what helps?" */
const asks =
  /(?<!\p{L})(?:release date|date of (?:the )?release|when (?:was|were|did|is|will|has) (?:[^,;]+ )?(?:released|published|shipped|come out|appear|out)|released on|wann (?:erschien|ist|wurde|kam) [^,;]*|(?:date de sortie|quand est sortie?)|cuándo (?:salió|se publicó|se lanzó)|fecha de (?:lanzamiento|publicación))(?!\p{L})/iu;
const version = /(?<![\p{L}\p{N}.])v?(\d+\.\d+(?:\.\d+)*(?:[a-z]+\d*)?)(?![\p{N}\p{L}]|\.\p{N})/iu;
/** What a question asks of a version beside when it came. */
const other = /(?<!\p{L})(?:since|until|before|after|between|support\w*|end of|seit|bis|depuis|desde|hasta)(?!\p{L})/iu;

/** The version of which a question asks when it came out; null for any other question. Pure. */
export function releaseAsked(question: string): string | null {
  return asks.test(question) && !other.test(question) ? (version.exec(question)?.[1] ?? null) : null;
}

/** The part of a path of headings that gives a version its date: "Version 1.2.0 (2022-02-22)". Pure. */
export function releaseIn(heading: string, asked: string): string | null {
  const part = heading.split(" > ").find((each) => version.exec(each)?.[1] === asked);
  return part !== undefined && datesIn(part.replace(version, " ")).length > 0 ? part : null;
}

/** Whether what stands under a path of headings tells of one version: "Changes > Version 1.2.0", "Unreleased". Pure. */
export function isRelease(heading: string): boolean {
  return /^\W*(?:version |release |v)?\d+\.[\dx]+[\w.-]*(?:\W.*\d{4}.*)?$|^\W*unreleased\W*$/iu.test(
    heading.split(" > ").at(-1)!.trim(),
  );
}
