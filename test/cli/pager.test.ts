import { expect, test } from 'vitest'
import { pageText } from '../../src/cli/pager.ts'

test.each(['', ' ', 'cat', '/no/such/pager', 'no-such-pager -x', 'X=1 no-such-pager'])(
  'with the pager %j the text is left to be printed',
  async (pager) => {
    expect(await pageText('text', pager)).toBe(false)
  },
)

test.each(['true', 'sleep 0', 'exit 3 # in a shell'])(
  '%j that reads nothing of a long text is no failure',
  async (pager) => {
    expect(await pageText('text\n'.repeat(100_000), pager)).toBe(true)
  },
)
