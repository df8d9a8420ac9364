/**
 * The stamps of a record as its row holds them. Most registers of a record are written by one event, so they are kept the
 * short way round, by stamp; and what the first event wrote are mostly all fields that the row has, which need no names.
 */
import { goneRegister, type RecordState, registerOf } from '../../events/fold.ts'
import { parseStored } from './stored-json.ts'

type Stamps = RecordState['stamps']
type Grouped = { [stamp: string]: string[] | typeof theRest }

/** Stands for the registers of the row's fields that no other stamp names. */
const theRest = 0

/**
 * One set of stamps has one text, in which the eldest comes first. It is put together here: as keys of an object, stamps
 * would all be kept by V8 for comparison.
 */
export function toStoredStamps({ stamps, fields }: Pick<RecordState, 'stamps' | 'fields'>): string {
  const grouped = new Map<string, string[]>()
  for (const register of Object.keys(stamps).sort()) {
    const stamp = stamps[register] ?? ''
    const registers = grouped.get(stamp)
    if (registers === undefined) grouped.set(stamp, [register])
    else registers.push(register)
  }
  const [eldest, ...others] = [...grouped].sort(([a], [b]) => (a < b ? -1 : 1))
  if (eldest === undefined) return '{}'
  const [stamp, registers] = eldest
  const isRest = isAlike(registers, restOf(fields, new Set(others.flatMap(([, names]) => names))))
  const groups = [[stamp, isRest ? theRest : registers] as const, ...others]
  return `{${groups.map(([each, names]) => `${JSON.stringify(each)}:${JSON.stringify(names)}`).join(',')}}`
}

/** @param fields of the row, its body among them */
export function toStamps(text: unknown, fields: RecordState['fields']): Stamps {
  const grouped = Object.entries(parseStored(text, isGrouped) as Grouped)
  const stamps: Stamps = {}
  const enter = (stamp: string, registers: readonly string[]): void => {
    for (const register of registers) stamps[register] = stamp
  }
  for (const [stamp, registers] of grouped) if (registers !== theRest) enter(stamp, registers)
  for (const [stamp, registers] of grouped)
    if (registers === theRest) enter(stamp, restOf(fields, new Set(Object.keys(stamps))))
  return stamps
}

function isGrouped(value: object): boolean {
  return Object.values(value).every((registers) => registers === theRest || Array.isArray(registers))
}

/** The registers that a record with these fields has, less those that are named. An empty body is none to a row. */
function restOf(fields: RecordState['fields'], named: ReadonlySet<string>): string[] {
  const names = Object.keys(fields).filter((name) => name !== 'body' || fields.body !== '')
  const registers = [goneRegister, ...names.map(registerOf)]
  return named.size === 0 ? registers : registers.filter((register) => !named.has(register))
}

function isAlike(sorted: readonly string[], registers: string[]): boolean {
  if (sorted.length !== registers.length) return false
  registers.sort()
  return sorted.every((register, at) => register === registers[at])
}
