/**
 * The index stores stems, so a typed prefix that reaches into an ending (`runn`, `sanitiz`) is longer than what is stored.
 * This finds the words to search for instead, such that FTS5, which stems the query as well, comes to the right stems.
 */
import { stemmer } from 'stemmer'

export interface PrefixForms {
  /** Search for these as prefixes. */
  prefixes: string[]
  /** Search for these as whole words. */
  words: string[]
}

/** The endings that Porter's stemmer takes off or changes. */
const endings = (
  'ing ed es s ies y ly eed ational tional ation ator ization izer ize iveness fulness ousness alism aliti ality iviti ' +
  'ivity biliti bility ence ance enci ency anci ancy able ible abli ably ant ent ement ment entli ently ousli ously alli ally eli ely ' +
  'icate ative alize iciti icity ical ful ness al er ic sion tion ou ous ism ate iti ity ive e'
).split(' ')

/** Appended to a prefix, one of these makes a word that the stemmer turns back into the prefix. */
const neutralEndings = ['', 'e', 'ness', 's', 'ful']

/** The forms of a prefix in small Latin letters; any other prefix stands for itself. */
export function toPrefixForms(prefix: string): PrefixForms {
  if (!/^[a-z]{2,}$/.test(prefix)) return { prefixes: [prefix], words: [] }
  const neutral = neutralEndings.map((ending) => prefix + ending).find((word) => stemmer(word) === prefix)
  const words = new Map<string, string>()
  for (const word of [prefix, ...completions(prefix)]) {
    const stem = stemmer(word)
    if (!stem.startsWith(prefix) && !words.has(stem)) words.set(stem, word)
  }
  return { prefixes: [neutral ?? prefix], words: [...words.values()] }
}

/** Every word that the prefix may be the beginning of, if the prefix ends inside one of the endings. */
function completions(prefix: string): string[] {
  const doubled = /([^aeiou])\1$/.test(prefix) ? [`${prefix}ing`, `${prefix}ed`] : []
  return [...doubled, ...endings.flatMap((ending) => completeEnding(prefix, ending))]
}

function completeEnding(prefix: string, ending: string): string[] {
  const words: string[] = []
  for (let typed = 1; typed < ending.length; typed += 1) {
    if (prefix.endsWith(ending.slice(0, typed))) words.push(prefix + ending.slice(typed))
  }
  return words
}
