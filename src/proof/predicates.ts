import { callPredicates } from "./calls.ts";
import { cellPredicates } from "./cell.ts";
import { closedPredicates } from "./closed.ts";
import { codePredicates } from "./code.ts";
import { constantPredicates } from "./constant.ts";
import { deducedPredicates } from "./deduce.ts";
import { extremePredicates } from "./extreme.ts";
import { fieldPredicates } from "./field.ts";
import { fieldSetPredicates } from "./fieldset.ts";
import { filePredicates } from "./file.ts";
import { filterPredicates } from "./filter.ts";
import { folderPredicates } from "./folders.ts";
import { formulaPredicates } from "./formula.ts";
import { historyPredicates } from "./history.ts";
import { linkPredicates } from "./links.ts";
import { manifestPredicates } from "./manifest.ts";
import { markedPredicates } from "./marked.ts";
import { measuredPredicates } from "./measured.ts";
import { modulePredicates } from "./modules.ts";
import { pathPredicates } from "./place.ts";
import type { Predicate } from "./predicate.ts";
import { referencePredicates } from "./references.ts";
import { searchPredicates } from "./search.ts";
import { sitePredicates } from "./sites.ts";
import { sumPredicates } from "./sum.ts";
import { testimonyPredicates } from "./testimony.ts";
import { twinPredicates } from "./twins.ts";

/** Everything that a claim can speak about. */
export const predicates: Readonly<Record<string, Predicate>> = {
  ...filePredicates,
  ...searchPredicates,
  ...codePredicates,
  ...markedPredicates,
  ...callPredicates,
  ...measuredPredicates,
  ...sitePredicates,
  ...referencePredicates,
  ...constantPredicates,
  ...linkPredicates,
  ...modulePredicates,
  ...historyPredicates,
  ...manifestPredicates,
  ...pathPredicates,
  ...filterPredicates,
  ...sumPredicates,
  ...extremePredicates,
  ...twinPredicates,
  ...folderPredicates,
  ...formulaPredicates,
  ...cellPredicates,
  ...fieldPredicates,
  ...fieldSetPredicates,
  ...closedPredicates,
  ...deducedPredicates,
  ...testimonyPredicates,
};
