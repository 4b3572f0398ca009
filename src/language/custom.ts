/** Whether projects have a file of that name by custom, whatever its ending. */
export function isCustomary(name: string): boolean {
  return customary.test(name);
}

/** "Security" and "changes" are also words; so such names count as they are usually written. */
const customary =
  /^(?:readme|changelog|makefile|dockerfile|jenkinsfile|codeowners|code_of_conduct|README|Readme|CHANGELOG|CHANGES|LICEN[CS]E|COPYING|NOTICE|AUTHORS|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|CODEOWNERS|Changelog|Makefile|Dockerfile|Jenkinsfile)$/;
