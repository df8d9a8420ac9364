import { expect, test } from 'vitest'
import { withoutCredentials } from '../../src/lib/without-credentials.ts'

test('names and passwords go out of each address, also a password with an @ in it', () => {
  const text = "fatal: 'https://me:to@ken@example.org/a' and ssh://git@example.org/b, not example.org/c@d"
  expect(withoutCredentials(text)).toBe(
    "fatal: 'https://****@example.org/a' and ssh://****@example.org/b, not example.org/c@d",
  )
})
