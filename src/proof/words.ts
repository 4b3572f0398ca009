/** Words that deny, in the languages that questions come in. "n't" is split off its verb before it is looked up. */
export const denials: ReadonlySet<string> = new Set(
  (
    "not no never none neither nor without n't cannot nothing nobody nowhere hardly scarcely barely unable lack lacks " +
    "lacking fail fails failed refuse refuses refused cease ceases ceased stop stops stopped avoid avoids avoided " +
    "prevent prevents prevented deny denies denied isnt arent wasnt werent dont doesnt didnt wont cant " +
    "ne pas jamais aucun aucune sans rien personne nicht kein keine keinen keinem keiner nie niemals ohne nichts " +
    "nunca jamás sin ningún ninguna ninguno nada tampoco"
  ).split(" "),
);

/** Words that limit or weaken what a sentence says: one that stands in the source may not be dropped. */
export const limits: ReadonlySet<string> = new Set(
  (
    "may might could should would can must if whether unless otherwise except until only some few most many several almost nearly " +
    "approximately about around roughly perhaps probably possibly likely unlikely sometimes often usually rarely " +
    "seldom allegedly supposedly reportedly claim claims claimed believe believes believed myth rumour rumor false " +
    "wrong untrue incorrect formerly previously once planned deprecated hypothetical suppose pretend instead rather " +
    "wenn falls außer nur fast etwa vielleicht si sauf seulement presque environ salvo sólo casi quizás"
  ).split(" "),
);

/** Words that change what is said of how many, in which order, or how: one in the sentence must stand in the source. */
export const operators: ReadonlySet<string> = new Set(
  (
    "all every each any always only both either more less fewer least most greater smaller larger higher lower before " +
    "after since until above below over under up down in out on off first last next than same different equal " +
    "same exactly must should can may might will would if unless except because " +
    "tous toutes chaque toujours alle jeder jede jedes immer todos todas cada siempre"
  ).split(" "),
);

/** Words that carry no content of their own. */
export const empty: ReadonlySet<string> = new Set(
  (
    "a an the this that these those it its he she they them their his her we our you your i my me us is are was were " +
    "be been being am do does did done has have had having of to in on at by for with from as into onto and or but so " +
    "then there here which who whom whose what when where how also too very just such own other it's there's that's " +
    "will shall about than if because while both each"
  ).split(" "),
);

export const numberWords: ReadonlyMap<string, string> = new Map([
  ..."one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, index): [string, string] => [word, `${index + 1}`]),
  ..."twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, index): [string, string] => [word, `${(index + 2) * 10}`]),
  ["hundred", "100"],
  ["thousand", "1000"],
  ["million", "1000000"],
]);

/** Opposites that share no stem: a word of the sentence may not stand where the source has its opposite. */
export const opposites: readonly (readonly string[])[] = (
  "enable:disable allow:forbid allow:deny permit:forbid increase:decrease include:exclude accept:reject open:close " +
  "start:stop begin:end add:remove create:delete rise:fall win:lose true:false public:private safe:unsafe " +
  "require:optional import:export read:write encode:decode encrypt:decrypt lock:unlock before:after above:below " +
  "more:less greater:smaller larger:smaller higher:lower first:last new:old newest:oldest early:late maximum:minimum " +
  "max:min hot:cold fast:slow buy:sell push:pull upload:download input:output inner:outer internal:external left:right " +
  "up:down on:off in:out with:without always:never all:none pass:fail success:failure succeed:fail alive:dead"
)
  .split(" ")
  .map((pair) => pair.split(":"));
