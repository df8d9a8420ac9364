/**
 * Spends the room of a brief on its parts: each gets what it can use of its share, then the first ones what is left over.
 * Everything is counted in bytes of UTF-8, and only whole texts are taken, so no character is ever cut.
 */
import { type Disclosure, foldDisclosure, type Tier } from '../../retrieval/disclosure.ts'
import { type PartEntry, type PartName, parts } from './part.ts'

export interface PartList<Item> {
  name: PartName
  entries: readonly PartEntry<Item>[]
  /** How many there are, looked at or not; what the heading says. */
  total: number
}

export interface PackedPart<Item> extends PartList<Item> {
  /** With its heading; empty when nothing of it is told. */
  text: string
  /** Bytes of that. */
  bytes: number
  told: { entry: PartEntry<Item>; tier: Tier; text: string }[]
}

/** @param room bytes; the texts of all parts together take no more */
export function packParts<Item>(lists: readonly PartList<Item>[], room: number): PackedPart<Item>[] {
  const packed = lists.map((list) => packPart(list, Math.floor(room * parts[list.name].share)))
  let left = room - packed.reduce((sum, { bytes }) => sum + bytes, 0)
  return packed.map((part) => {
    const wider = packPart(part, part.bytes + left)
    left += part.bytes - wider.bytes
    return wider
  })
}

function packPart<Item>({ name, entries, total }: PartList<Item>, room: number): PackedPart<Item> {
  const around = Buffer.byteLength(toHeading(name, total, total)) + 1
  const fold = foldDisclosure(
    entries.map(({ texts }) => ({ texts, entities: [] })),
    Math.max(0, room - around),
    Buffer.byteLength,
  )
  const told = toTold(entries, fold)
  if (told.length === 0) return { name, entries, total, text: '', bytes: 0, told }
  const texts = told.map(({ text }) => `${text}\n`).join('')
  const text = `${toHeading(name, told.length, total)}${texts.trimEnd()}\n\n`
  return { name, entries, total, text, bytes: Buffer.byteLength(text), told }
}

/** Longest when everything is told. */
function toHeading(name: PartName, told: number, total: number): string {
  return `## ${parts[name].heading} (${told} of ${total})\n\n`
}

function toTold<Item>(entries: readonly PartEntry<Item>[], { told }: Disclosure): PackedPart<Item>['told'] {
  return told.flatMap(({ place, tier, text }) => {
    const entry = entries[place]
    return entry === undefined ? [] : [{ entry, tier, text }]
  })
}
