import { sentencesOf, type Window } from "./window.ts";

/**
 * What stands before a sentence and says nothing of what is so: how the text goes on ("Therefore, …"), that it is to be noted ("Note that …"), where
 * else it stands ("As you can see, …"), or that it is of the day it was written. A remark that limits what it stands before ("In general, …"), or
 * says whose it is ("According to …"), is none.
 */
const remark = new RegExp(
  `^(?:${[
    "(?:please )?(?:note|remember|recall|notice|keep in mind|bear in mind|be aware)(?:, however,)? that",
    "it (?:should|must) be (?:noted|remembered|pointed out|mentioned) that",
    "it is (?:worth noting|important to note|important to remember) that",
    "this means(?: that)?",
    "as (?:you can see|we have seen|we saw|you saw|you know|you might expect)(?: [^,]{1,40})?,",
    "as (?:mentioned|noted|discussed|described|shown|explained|seen|stated)(?: (?:above|below|before|earlier|previously|in [^,]{1,60}))?,",
    "(?:just )?like [^,]{1,40},",
    "unlike [^,]{1,40},",
    "at the time of (?:this )?writing,",
    "in (?:short|summary|other words|fact),",
    "(?:therefore|thus|hence|consequently|accordingly|however|moreover|furthermore|additionally|similarly|likewise|indeed|finally),",
  ].join("|")}) (?=\\S)`,
  "iu",
);

/** A sentence without the remark before it; what is shown of it stays as it stands. */
export function unframed({ text }: Window): Window[] {
  const found = remark.exec(text);
  if (!found) return [];
  const rest = text.slice(found[0].length);
  const [one, ...more] = sentencesOf(`${rest.charAt(0).toUpperCase()}${rest.slice(1)}`);
  return one && more.length === 0 ? [{ text, tokens: one.tokens }] : [];
}
