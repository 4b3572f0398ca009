/** A span of a sentence, in that sentence's own spelling. `how` tells whether it is all of the answer or a part. */
export type Snapped = { text: string; how: "verbatim" | "inside"; sentence: number };

/** `weight`: names, numbers and options say more than common words. */
type Word = { key: string; start: number; end: number; weight: number };

/**
 * Ties a model's answer to the sentences that it was made from: the whole answer where it stands in one of them, else
 * the longest part of it that does and says something that the question does not. Null where nothing holds: what a
 * small model says beyond its sources is nearly always wrong.
 */
export function snap(answer: string, question: string, sentences: string[]): Snapped | null {
  const said = words(answer);
  const asked = new Set(words(question).map(({ key }) => key));
  const news = (word: Word) => !asked.has(word.key) && !functionWords.has(word.key);
  if (!said.some(news)) return null;
  let best: (Snapped & { score: number }) | null = null;
  for (const [sentence, source] of sentences.entries()) {
    for (const run of commonRuns(said, words(source))) {
      const whole = run.length === said.length;
      const kept = whole ? run : trim(run, news);
      const score = kept.filter(news).reduce((sum, { weight }) => sum + weight, 0);
      if (score === 0 || score <= (best?.score ?? 0)) continue;
      const text = source.slice(kept[0]?.start, kept.at(-1)?.end);
      best = { text, how: whole ? "verbatim" : "inside", sentence, score };
    }
  }
  return best && { text: best.text, how: best.how, sentence: best.sentence };
}

const functionWords = new Set(
  "a an and are as at be by for from has have in is it its of on or that the their this to was were which with".split(
    " ",
  ),
);

/** Words with their places. Numbers keep sign, points and commas; names, options and paths their marks. */
function words(text: string): Word[] {
  const found = text.matchAll(/(?:--?|[~.]?\/|\.)?[\p{L}\p{M}\p{N}]+(?:[._,'’:/-][\p{L}\p{M}\p{N}]+)*/gu);
  return [...found].map(({ 0: word, index }) => ({
    key: word.normalize("NFKC").toLowerCase(),
    start: index,
    end: index + word.length,
    weight: /[^\p{Ll}]/u.test(word) ? 2 : 1,
  }));
}

/** The longest runs of words of `source` that also stand in `said`, one for each place where such a run begins. */
function commonRuns(said: Word[], source: Word[]): Word[][] {
  const runs: Word[][] = [];
  for (let i = 0; i < said.length; i++) {
    for (let j = 0; j < source.length; j++) {
      let length = 0;
      while (i + length < said.length && said[i + length]?.key === source[j + length]?.key) length++;
      if (length > 0) runs.push(source.slice(j, j + length));
    }
  }
  return runs;
}

/** A run without the words at its ends that say nothing new. */
function trim(run: Word[], news: (word: Word) => boolean): Word[] {
  return run.slice(run.findIndex(news), run.findLastIndex(news) + 1);
}
