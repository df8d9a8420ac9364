/** Why memo is behind where it is, and what is to be tried next: the page says it above the figures. */

const native =
  'Native code, where memo starts an interpreter first: that alone takes more than the whole search. ' +
  'Next: nothing within one process; an agent that asks often has `memo mcp`, which is started once.'
const keepsMore =
  'memo writes each document into a log that is synced to disk, as a file of its own and into git, and makes the views of the project; ' +
  'its index holds passages, whole identifiers, parts of words and names beside the words. The others make one index of words. ' +
  'Next: the index of an empty vault filled before its secondary indices are made, and fields checked without the schema library.'
const largerIndex =
  'Passages, whole identifiers, parts of words and names are in the index of memo beside the words. ' +
  'Next: parts of words as references to words, and the texts of records compressed.'
const history =
  'Log, files, index and git each hold the text, so that any of them can be lost. ' +
  'Next: nothing; old segments of the log compressed would be the largest part that could go.'
const severalRankers =
  'memo asks several rankers where the others ask one, weighs what they found, and looks at its files for hand edits first. ' +
  'Next: a ranker whose best candidate cannot reach the page any more is not asked for the rest.'
const isSearch = 'The look that memo is measured by is a search too.'

/** By measure, or the part of it before the hyphen, and by program; `any` is every other one. */
const reasons: { [measure: string]: { [peer: string]: string } } = {
  cold: { recoll: native, ripgrep: native },
  refresh: { any: isSearch, recoll: `${native} ${isSearch}` },
  warm: { any: severalRankers },
  load: { any: keepsMore },
  rebuild: { any: largerIndex },
  index: { any: largerIndex },
  disk: { any: history },
}

export function reasonFor(measure: string, peer: string): string {
  const [work = ''] = measure.split('-')
  return reasons[work]?.[peer] ?? reasons[work]?.any ?? 'No reason is known yet.'
}
