/** Names that prose writes with capitals: runs of one to four capitalised words. */
import { isPlainAscii, lazyPattern } from '../lib/scripts.ts'
import { isCommonName } from './common-names.ts'

export interface CapitalisedName {
  name: string
  /** One word at the start of a sentence, which may be capitalised for that alone. */
  isDoubtful: boolean
}

const asciiRun =
  /(?<![A-Za-z\d_.:/\\@$#-])[A-Z][A-Za-z\d]*(?:['-][A-Za-z\d]+)*(?: [A-Z][A-Za-z\d]*(?:['-][A-Za-z\d]+)*){0,3}/g
const anyWord = String.raw`\p{Lu}[\p{L}\p{M}\p{N}]*(?:['’\-][\p{L}\p{M}\p{N}]+)*`
const anyRun = lazyPattern(String.raw`(?<![\p{L}\p{M}\p{N}_.:\/\\@$#\-])${anyWord}(?: ${anyWord}){0,3}`, 'gv')

/** In the order of the text, repetitions included. Common words at either end of a run are left out. */
export function findCapitalised(text: string): CapitalisedName[] {
  const found: CapitalisedName[] = []
  if (!/[A-Z\x80-\uffff]/.test(text)) return found
  for (const { 0: run, index } of text.matchAll(isPlainAscii(text) ? asciiRun : anyRun())) {
    const words = run.split(' ').map((word) => word.replace(/['’][a-z]+$/i, ''))
    const first = words.findIndex((word) => !isCommonName(word))
    if (first < 0) continue
    const last = words.findLastIndex((word) => !isCommonName(word))
    const kept = words.slice(first, last + 1)
    const isLone = kept.length === 1 && first === 0
    found.push({ name: kept.join(' '), isDoubtful: isLone && !isAcronym(kept[0] ?? '') && opensSentence(text, index) })
  }
  return found
}

function isAcronym(word: string): boolean {
  return word.length > 1 && word === word.toUpperCase()
}

/** Whether nothing but ornament (bullets, brackets, quotation marks) stands between the word and the end of a sentence. */
function opensSentence(text: string, at: number): boolean {
  let index = at - 1
  while (index >= 0 && ' \t*_"\'“‘([>#-+|~`'.includes(text[index] ?? '')) index -= 1
  return index < 0 || '.!?:…。\n\r'.includes(text[index] ?? '')
}
