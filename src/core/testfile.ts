import { posix } from "node:path";

/** Whether a file is one of tests, by its name or its folder. */
export function isTest(path: string): boolean {
  const name = posix.basename(path);
  if (
    /(?:^|[._-])(?:test|tests|spec)\.[cm]?[jt]sx?$|^test_.*\.py$|_test\.(?:py|go|rs)$|Tests?\.java$|^conftest\.py$/.test(
      name,
    )
  )
    return true;
  return /(?:^|\/)(?:__tests__|tests?|specs?|testing|e2e)\//.test(path) && !/\.(?:md|txt|json)$/.test(name);
}
