import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const file = fileURLToPath(new URL('../../src/lib/optimising.ts', import.meta.url))

test.each(['startOptimising', 'resumeOptimising'])(
  'V8 optimises nothing that runs often once it is told to stop, and does again with %s',
  (start) => {
    const program = `
    import { ${start}, stopOptimising } from ${JSON.stringify(file)}
    const heat = (body) => {
      const run = new Function('n', body)
      for (let round = 0; round < 300; round++) run(10_000)
    }
    stopOptimising()
    heat('let cold = 0; for (let i = 0; i < n; i++) cold += i % 7; return cold')
    console.log('STARTED')
    ${start}()
    heat('let warm = 0; for (let i = 0; i < n; i++) warm += i % 5; return warm')
  `
    const args = ['--trace-opt', '--input-type=module', '--eval', program]
    const [stopped = '', started = ''] = execFileSync(process.execPath, args, { encoding: 'utf8' }).split('STARTED')
    expect(stopped).not.toContain('compiling method')
    expect(started).toContain('compiling method')
  },
)

test('work that may be small is done without the slower compiler until it proves to be much', () => {
  const program = `
    import { optimiseLightly, resumeOptimising } from ${JSON.stringify(file)}
    const heat = (body) => {
      const run = new Function('n', body)
      for (let round = 0; round < 300; round++) run(10_000)
    }
    const optimise = optimiseLightly()
    heat('let some = 0; for (let i = 0; i < n; i++) some += i % 7; return some')
    resumeOptimising()
    optimise(1999)
    heat('let more = 0; for (let i = 0; i < n; i++) more += i % 3; return more')
    console.log('MUCH')
    optimise(2500)
    heat('let warm = 0; for (let i = 0; i < n; i++) warm += i % 5; return warm')
  `
  const args = ['--trace-opt', '--input-type=module', '--eval', program]
  const [light = '', full = ''] = execFileSync(process.execPath, args, { encoding: 'utf8' }).split('MUCH')
  expect(light).not.toContain('target TURBOFAN')
  expect(full).toContain('target TURBOFAN')
})
