/** The profiles: each number has a reason, and the settings can change each. */
import { describe, expect, test } from 'vitest'
import { findBadSetting } from '../../src/config/schema.ts'
import { withOverlay } from '../../src/retrieval/profile-overlay.ts'
import { explainProfile, explainShared } from '../../src/retrieval/profile-reasons.ts'
import { type ProfileName, profiles } from '../../src/retrieval/profiles.ts'

const names = Object.keys(profiles) as ProfileName[]

test.each(names)('each number of %s has its reason', (name) => {
  const settings = explainProfile(name, profiles[name])
  expect(settings.length).toBeGreaterThan(3)
  expect(settings.filter(({ reason }) => reason === '')).toEqual([])
})

test('so has each number that they share', () => {
  expect(explainShared().filter(({ reason }) => reason === '')).toEqual([])
})

describe('a profile of the settings', () => {
  const { default: base } = profiles

  test('changes what it names and keeps the rest', () => {
    const changed = withOverlay(base, { recency: { halfLifeDays: 7 }, arms: { exact: { weight: 3 }, words: null } })
    expect(changed.recency).toEqual({ ...base.recency, halfLifeDays: 7 })
    expect(changed.arms.exact).toEqual({ ...base.arms.exact, weight: 3 })
    expect(changed.arms).not.toHaveProperty('words')
    expect(changed.polarity).toEqual(base.polarity)
  })

  test('switches a step off, and on where the base has none', () => {
    expect(withOverlay(base, { diversify: null })).not.toHaveProperty('diversify')
    expect(withOverlay(profiles.lexical, { cutoff: { drop: 0.5 } }).cutoff).toEqual({ least: 2, drop: 0.5 })
    expect(withOverlay(profiles.lexical, {})).toEqual(profiles.lexical)
  })

  test.each([
    ['search.profiles.mine', { mine: { recencyy: {} } }],
    ['search.profiles.mine.recency', { mine: { recency: { halfLife: 3 } } }],
    ['search.profiles.mine.recency.floor', { mine: { recency: { floor: 2 } } }],
    ['search.profiles.mine.cutoff.least', { mine: { cutoff: { least: 0 } } }],
    ['search.profiles.mine.arms.exact.weight', { mine: { arms: { exact: { weight: '1' } } } }],
    ['search.profiles.mine.fusion', { mine: { fusion: 'sum' } }],
    ['search.profiles.a b', { 'a b': {} }],
  ])('is refused by the name of what is wrong: %s', (key, wrong) => {
    expect(findBadSetting({ search: { profiles: wrong } })).toMatchObject({ key })
  })
})
