/** The format of Prometheus, to the letter (exposition format 0.0.4). */
import { expect, test } from 'vitest'
import { toExposition } from '../../src/monitor/exposition.ts'

test('what a label or a help text holds ends neither it nor its line', () => {
  const labels = { path: 'C:\\new "x"\n', kind: 'note' }
  const samples = [
    { labels, value: 1.5 },
    { suffix: '_sum', value: 0 },
  ]
  const family = { name: 'memo_x', help: 'Of C:\\new,\nand on.', type: 'gauge' as const, samples }
  expect(toExposition([family, { ...family, name: 'memo_y', help: 'None.', samples: [] }])).toBe(
    [
      '# HELP memo_x Of C:\\\\new,\\nand on.',
      '# TYPE memo_x gauge',
      'memo_x{path="C:\\\\new \\"x\\"\\n",kind="note"} 1.5',
      'memo_x_sum 0',
      '# HELP memo_y None.',
      '# TYPE memo_y gauge',
      '',
    ].join('\n'),
  )
})
