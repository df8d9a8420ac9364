/** What an English question asks for, as far as its first words say so: a quantity, or a thing of a kind that is named. */

const quantityAsked =
  /\bhow (?:many|much|long|old|often|large|big|fast|expensive|far|high|tall|frequently|quickly|soon)\b/i
const quantity =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|half|third|quarters?|dozens?|hundreds?|thousands?|millions?|once|twice|double|percent|(?:dai|night|hour|week|month|year|annual)ly)\b/i
/** Of `what` only where a verb follows the noun: `what caused it` names no thing. */
const thingAsked =
  /\b(?:how (?:many|much)|which|what(?= \w+ (?:is|are|was|were|do|does|did|has|have|can|should|must|may)\b))\s+(\w+)/i

/** `how many`, `how long`: only a text with a number in it answers. */
export function asksForQuantity(text: string): boolean {
  return quantityAsked.test(text)
}

/** In figures, in words, or as `daily`. */
export function holdsQuantity(text: string): boolean {
  return quantity.test(text)
}

/** `colours` in `which colours does it use?`, in small letters. */
export function askedThing(text: string): string | undefined {
  return thingAsked.exec(text)?.[1]?.toLowerCase()
}
