/**
 * What kind of answer an English question wants (a time, a duration, a reason, a place), and whether a text holds an
 * expression of that kind. Only kinds that told the wanted turn from the first wrong one on public conversations; a number
 * for `how many` and a manner for `how` did not.
 */

const weekdays = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'
const months = '(?:january|february|march|april|may|june|july|august|september|october|november|december)'
const spans =
  '(?:minute|hour|night|day|morning|afternoon|evening|week|weekend|month|quarter|year|spring|summer|autumn|fall|winter)s?'

const time = new RegExp(
  [
    String.raw`\b(?:today|tonight|yesterday|tomorrow|recently|soon|weekend|the other day|a while ago|${weekdays})\b`,
    String.raw`\b(?:last|next|this|past|previous|every|each|few)\s+(?:\w+\s+)?(?:${spans}|${months})\b`,
    String.raw`\b${spans}\s+(?:ago|later|before|earlier)\b`,
    // "may" is a verb more often than a month.
    String.raw`\b(?:in|on|since|until|by)\s+${months}\b|\b${months.replace('may|', '')}\b`,
    String.raw`\b(?:19|20)\d\d\b|\b\d{1,2}(?:st|nd|rd|th)\b|\b\d{1,2}[:.]\d\d\b|\b\d{1,2}\s?[ap]m\b`,
  ].join('|'),
  'i',
)
const duration = /\b\w+\s+(?:second|minute|hour|day|week|month|year)s?\b|\b(?:since|long)\b/i
const reason = new RegExp(
  [
    String.raw`\b(?:because|since|so that|in order to|reason|due to|thanks to|as a result|therefore|cause[sd]?)\b`,
    String.raw`\b(?:inspir|motivat)\w+|\b(?:hop(?:es?|ing)|want(?:s|ed)?|help(?:s|ed)?)\s+to\b`,
    String.raw`\bto\s+(?:be|get|make|have|show|find|feel|give|raise|support|express|help|keep|avoid|prevent|save|reduce)\b`,
  ].join('|'),
  'i',
)
/** Case counts: a capital behind `in` or `at` is a name. */
const place =
  /\b(?:in|at|to|from|near|on|around|through|across|into|of)\s+(?:the |an? |h(?:is|er) |their |my |our )?(?:[A-Z][a-z]+|park|beach|gym|home|house|school|church|store|shop|studio|caf[eé]|restaurant|museum|office|hospital|shelter|city|town|country|mountains?|lake|river|forest|garden|cent(?:er|re)|market|hotel|library|university|college|street|road|area|trail|island|coast)\b/

const kinds: readonly { asked: RegExp; held: RegExp }[] = [
  { asked: /\bwhen\b|\b(?:what|which) (?:date|day|month|year|time)\b|\bhow (?:long ago|recently)\b/i, held: time },
  { asked: /\bhow long\b(?! ago)/i, held: duration },
  { asked: /\bwhy\b|\bwhat (?:(?:was|is) the reason|motivat|inspir|made)/i, held: reason },
  {
    asked: /\bwhere\b|\b(?:which|what) (?:cit(?:y|ies)|countr(?:y|ies)|(?:state|place|town|location)s?)\b/i,
    held: place,
  },
]

/** Tells the texts that hold what the question asks for; undefined for a question that asks for none of these. */
export function holdsAskedKind(question: string): ((text: string) => boolean) | undefined {
  const wanted = kinds.filter(({ asked }) => asked.test(question)).map(({ held }) => held)
  return wanted.length === 0 ? undefined : (text) => wanted.some((held) => held.test(text))
}
