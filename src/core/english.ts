/** The English words for whole numbers from one on, in small letters. */
export const numerals =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );

/** Those that texts write out as a rule, as a choice of an expression. */
export const smallNumerals = numerals.slice(0, 12).join("|");

/** The English names of the months, in small letters. */
export const months = "january february march april may june july august september october november december".split(
  " ",
);
