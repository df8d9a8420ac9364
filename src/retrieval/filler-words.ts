/**
 * Words that say that something is asked, not what: dropped for ranking, because a question joined by all its words finds
 * nothing and one that also ranks by `the` and `is` is slower and no better. Negations are not among them: they carry meaning.
 */
const english =
  'a an and are as at be been but by can could did do does for from had has have he her him his how i if in into is it its ' +
  'me my of on or our she so than that the their them then there these they this to us was we were what when where which ' +
  'who whom whose why will with would you your about am should please tell versus'

/** Particles and question words of Chinese and Japanese, as the word segmenter cuts them. */
const unspaced =
  '的 了 吗 呢 吧 是 在 和 与 什么 怎么 如何 为什么 哪个 は が を に で と も の へ や か です ます した する から まで'

const fillers = new Set(`${english} ${unspaced}`.split(' '))

/** `what`, `What's`, `we're`. An all-capitals word in a text that has small letters is a name (`IT`, `US`): see the caller. */
export function isFillerWord(word: string): boolean {
  return fillers.has(word.toLowerCase().replace(/'(?:s|m|re|ll|ve|d)$/, ''))
}
