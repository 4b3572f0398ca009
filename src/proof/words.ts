import { numerals } from "../core/english.ts";

/** Verbs that deny what stands behind their "to". */
const refusing =
  "fail fails failed refuse refuses refused cease ceases ceased stop stops stopped avoid avoids avoided prevent prevents prevented deny denies denied";
export const refusals: ReadonlySet<string> = new Set(refusing.split(" "));

/** Words that deny, in the languages that questions come in. "n't" is split off its verb before it is looked up. */
export const denials: ReadonlySet<string> = new Set(
  (
    "not no never none neither nor without n't cannot nothing nobody nowhere hardly scarcely barely unable lack lacks " +
    `lacking ${refusing} ` +
    "isnt arent wasnt werent dont doesnt didnt wont cant " +
    "ne pas jamais aucun aucune sans rien personne nicht kein keine keinen keinem keiner nie niemals ohne nichts " +
    "nunca jamás sin ningún ninguna ninguno nada tampoco"
  ).split(" "),
);

/** Words that limit or weaken what a sentence says: one that stands in the source may not be dropped. */
export const limits: ReadonlySet<string> = new Set(
  (
    "may might could should would can must will if whether unless provided providing assuming supposing pending depending otherwise except until only some few most many several almost nearly " +
    "approximately about around roughly perhaps probably possibly likely unlikely sometimes often usually typically normally generally mostly commonly rarely " +
    "seldom allegedly supposedly reportedly claim claims claimed believe believes believed myth rumour rumor false " +
    "wrong untrue incorrect formerly previously once planned deprecated hypothetical suppose pretend instead rather than less average former fake alleged fictional " +
    "wenn falls außer nur fast etwa vielleicht si sauf seulement presque environ salvo sólo casi quizás"
  ).split(" "),
);

/** Words behind which stands what somebody holds, says, wants or tries, and not what is so. */
export const attitudes: ReadonlySet<string> = new Set(
  (
    "according think thinks thinking thought say says saying said tell tells told doubt doubts doubted suspect suspects suspected hope hopes hoped " +
    "wish wishes wished fear fears feared expect expects expected guess guesses guessed imagine imagines imagined argue argues argued deny denies " +
    "denied insist insists insisted suggest suggests suggested propose proposes proposed predict predicts predicted warn warns warned worry worries " +
    "worried wonder wonders wondered dream dreams dreamed want wants wanted try tries tried attempt attempts attempted plan plans planned intend " +
    "intends intended pretends pretended opinion rumours rumors"
  ).split(" "),
);

/** Words behind which "that …" tells what is so. */
export const factive: ReadonlySet<string> = new Set(
  "note notes know knows known knew show shows showed shown prove proves proved proven mean means meant remember recall see notice observe found fact learned".split(
    " ",
  ),
);

/** Words that point to what is told around a sentence, or to who tells it: without that it is not known what it is about. */
export const pointing: ReadonlySet<string> = new Set(
  (
    "this these those it its itself they them their he him his she her i me my we us our here now above below following " +
    "previous next earlier later today example examples e.g such former latter suppose imagine let's"
  ).split(" "),
);

/** Words of what comes about once to one thing. */
export const once: ReadonlySet<string> = new Set(
  (
    "born died designed built founded invented created discovered written wrote published released introduced established " +
    "first last began ended completed finished adopted ratified launched abolished destroyed"
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

/** Forms of "be" that may be the verb of a sentence, and verbs that stand before another one. */
export const copulas = "is are was were am";
export const auxiliaries: ReadonlySet<string> = new Set(
  "has have had does do did can will must may should shall could would might".split(" "),
);

/** Words for what the sentence before is about. */
export const pronouns: ReadonlySet<string> = new Set("it they he she".split(" "));

/** Words before a thing that is one that is known. */
export const definite: ReadonlySet<string> = new Set("the its his her their our my your".split(" "));

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
  ...numerals.map((word, index): [string, string] => [word, `${index + 1}`]),
  ..."twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, index): [string, string] => [word, `${(index + 2) * 10}`]),
  ["hundred", "100"],
  ["thousand", "1000"],
  ["million", "1000000"],
]);

/**
 * Opposites that share no stem: a word of the sentence may not stand where the source has its opposite. Of one thing only one of them
 * is so.
 */
const acting =
  "enable:disable allow:forbid allow:deny permit:forbid increase:decrease include:exclude accept:reject begin:end rise:fall win:lose " +
  "require:optional before:after above:below more:less up:down on:off with:without always:never all:none pass:fail succeed:fail";

/** Those that tell how something is. */
const qualities =
  "true:false public:private safe:unsafe greater:smaller larger:smaller bigger:smaller higher:lower early:late earlier:later hot:cold hotter:colder " +
  "fast:slow faster:slower strong:weak stronger:weaker easy:hard easier:harder good:bad better:worse cheap:expensive common:rare alive:dead " +
  "ascending:descending breadth-first:depth-first case-sensitive:case-insensitive big-endian:little-endian single-threaded:multithreaded " +
  "single-threaded:multi-threaded synchronous:asynchronous static:dynamic absolute:relative permanent:temporary odd:even explicit:implicit " +
  "uppercase:lowercase horizontal:vertical positive:negative inclusive:exclusive mandatory:optional automatic:manual sequential:parallel";

/** Opposites that go together: what can be read may be written too, and the first is not the last. */
const paired =
  "start:stop lock:unlock open:close add:remove create:delete import:export read:write encode:decode encrypt:decrypt first:last new:old newest:oldest " +
  "maximum:minimum max:min buy:sell push:pull upload:download input:output inner:outer internal:external left:right in:out success:failure";

function pairsOf(text: string): readonly (readonly string[])[] {
  return text.split(" ").map((pair) => pair.split(":"));
}

const qualityWords = new Set(qualities.split(/[ :]/));

/** Whether a word tells how something is, by the list or by its prefix. */
export function isQuality({ text }: { text: string }): boolean {
  return qualityWords.has(text) || /^(?:un|in|im|ir|il|non-?)\p{L}{3}/u.test(text);
}

export const exclusives = pairsOf(`${acting} ${qualities}`);
export const opposites = [...exclusives, ...pairsOf(paired)];

/** Words by which a case stands before a sentence, "In release mode, …". */
export const leads: ReadonlySet<string> = new Set(
  "in on at with without within under for by given outside inside during after before upon as".split(" "),
);
