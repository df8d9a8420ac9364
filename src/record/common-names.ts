/** Words that name nothing although they stand where names do: capitalised, in backticks, as a title or a heading. */

/** What opens a sentence, dates and days, and the marks that people put before a remark. */
const capitalised =
  'a an and are as at be been but by can could did do does for from had has have he her here him his how however i if in ' +
  'into is it its let me my never new no not now of off oh ok okay on once one only or our out over per please she should ' +
  'since so some still such than thanks that the their them then there these they this those to today tomorrow two under ' +
  'until up us use using very was we were what when where whether which while who whose why will with without would yes ' +
  'yesterday yet you your also after again all always another any because before both each either even every few first ' +
  'last later like many maybe more most much neither next often other perhaps same see several sometimes soon then though ' +
  'three too well hey hi hello wow add check fix make run set get ' +
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september ' +
  'october november december jan feb mar apr jun jul aug sep sept oct nov dec mr mrs ms dr e.g i.e a.m p.m etc vs ' +
  'note todo fixme warning important caution tip info hint wip tbd'

/** Titles and headings that say what a part is, not what it is about. */
const parts =
  'notes untitled overview summary introduction background context decision decisions consequences status example examples ' +
  'usage details description problem solution symptom symptoms cause causes conclusion references links steps goals ' +
  'non-goals setup result results discussion motivation alternatives turn message'

/** Literals and words of any programming language. */
const literals =
  'true false null undefined none nil nan main master string number boolean bool int void object array function class ' +
  'const return type value key name id data error test config file path list map'

const common = new Set(`${capitalised} ${parts} ${literals}`.split(' '))

export function isCommonName(word: string): boolean {
  return common.has(word.toLowerCase())
}
