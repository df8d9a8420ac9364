/**
 * Forms of an English word that no stemmer brings together: a question asks with `go` for what a note tells with `went`.
 */
const verbs = `
arise arose arisen, awake awoke awoken, bear bore borne, beat beaten, become became, begin began begun, bend bent,
bind bound, bite bit bitten, bleed bled, blow blew blown, break broke broken, breed bred, bring brought, build built,
burn burnt, buy bought, catch caught, choose chose chosen, cling clung, come came, creep crept, deal dealt, dig dug,
draw drew drawn, dream dreamt, drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed,
feel felt, fight fought, find found, flee fled, fly flew flown, forbid forbade forbidden, forget forgot forgotten,
forgive forgave forgiven, freeze froze frozen, get got gotten, give gave given, go went gone, grow grew grown,
hang hung, hear heard, hide hid hidden, hold held, keep kept, kneel knelt, know knew known, lay laid, lead led,
learn learnt, leave left, lend lent, lie lain, light lit, lose lost, make made, mean meant, meet met,
mistake mistook mistaken, overcome overcame, override overrode overridden, pay paid, prove proven, rebuild rebuilt,
rewrite rewrote rewritten, ride rode ridden, ring rang rung, rise rose risen, run ran, say said, see saw seen,
seek sought, sell sold, send sent, sew sewn, shake shook shaken, shine shone, shoot shot, show shown,
shrink shrank shrunk, sing sang sung, sink sank sunk, sit sat, sleep slept, slide slid, speak spoke spoken, speed sped,
spend spent, spin spun, spring sprang sprung, stand stood, steal stole stolen, stick stuck, sting stung, strike struck,
strive strove, swear swore sworn, sweep swept, swell swollen, swim swam swum, swing swung, take took taken,
teach taught, tear tore torn, tell told, think thought, throw threw thrown, understand understood, undo undid undone,
wake woke woken, wear wore worn, weave wove woven, weep wept, win won, wind wound, withdraw withdrew withdrawn,
write wrote written`

const nouns = `
analysis analyses, axis axes, child children, criterion criteria, foot feet, goose geese, index indices, knife knives,
leaf leaves, life lives, man men, matrix matrices, mouse mice, person people, shelf shelves, tooth teeth,
vertex vertices, wife wives, wolf wolves, woman women`

/** One text with a blank around each word: a search asks for a few words, and to make a table of all takes it a millisecond. */
const forms = ` ${[verbs, nouns].join(',').replaceAll('\n', ' ').replaceAll(',', ' , ')} `

/** The other forms of the word, in small letters; none for a word whose forms the stemmer knows. */
export function irregularForms(word: string): string[] {
  const small = word.toLowerCase()
  const at = toBases(small)
    .map((base) => (/^[a-z]+$/.test(base) ? findForm(base) : -1))
    .find((found) => found !== -1)
  return at === undefined ? [] : groupAt(at).filter((other) => other !== small)
}

/** By the word's own first letter: a blank stands everywhere, and each would be tried. */
function findForm(base: string): number {
  const wanted = `${base} `
  let at = forms.indexOf(wanted)
  while (at !== -1 && forms.charAt(at - 1) !== ' ') at = forms.indexOf(wanted, at + 1)
  return at
}

function groupAt(at: number): string[] {
  const end = forms.indexOf(',', at)
  return forms
    .slice(forms.lastIndexOf(',', at) + 1, end === -1 ? undefined : end)
    .trim()
    .split(' ')
}

/** `goes`, `going`, `running`, `making`: the word itself first, then what may be left of it without its ending. */
function toBases(word: string): string[] {
  const stem = word.replace(/(?:e?s|ing)$/, '')
  return [word, word.replace(/s$/, ''), stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')]
}
