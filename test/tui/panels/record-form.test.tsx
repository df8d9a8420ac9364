import { render } from 'ink-testing-library'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MemoError } from '../../../src/lib/errors.ts'
import { toFormLines } from '../../../src/tui/panels/form-lines.ts'
import { toTrouble } from '../../../src/tui/panels/form-trouble.ts'
import { NewRecordForm } from '../../../src/tui/panels/new-record-form.tsx'
import { type RecordForm, reduceForm, startForm, toFormRecord } from '../../../src/tui/panels/record-form.ts'
import { lineText } from '../../../src/tui/text/line.ts'
import { LineWindow } from '../../../src/tui/text/line-window.tsx'
import { toRecordDraft } from '../../../src/vault/writing/record-draft.ts'
import { upsertRecord } from '../../../src/vault/writing/upsert.ts'
import { frameOf } from '../../support/frame.tsx'
import { makeVault, project } from '../../support/vault.ts'

/** A key by its name in `<>`, else text that is typed. */
function after(form: RecordForm, ...input: string[]): RecordForm {
  return input.reduce((now, one) => {
    const [, key] = one.match(/^<(.+)>$/) ?? []
    return reduceForm(now, key === undefined ? { type: 'typed', text: one } : { type: 'pressed', key })
  }, form)
}

test('a record is written field by field', () => {
  const form = after(
    ...[startForm(), 't', '<tab>', 'Pool ', '部署', '<enter>', 'db, #pool  slow', '<down>', 'src/{a,b}/**, docs/*.md'],
    ...['<tab>', 'First', '<enter>', 'second', '<ctrl-s>'],
  )
  expect(form.phase).toBe('saving')
  expect(toFormRecord(form)).toEqual({
    kind: 'task',
    title: 'Pool 部署',
    tags: ['db', '#pool', 'slow'],
    pathPatterns: ['src/{a,b}/**', 'docs/*.md'],
    body: 'First\nsecond',
  })
  expect(after(form, 'x', '<tab>')).toBe(form)
})

test('the kind goes round, and a letter leads to the next that begins so', () => {
  expect(after(startForm('trap'), '<right>').kind).toBe('decision')
  expect(after(startForm('trap'), '<left>', ' ').kind).toBe('trap')
  expect(after(startForm('trap'), 's', 's').kind).toBe('state')
  expect(after(startForm('trap'), 'q', '<home>').kind).toBe('trap')
})

test('B151 a paste keeps its lines in the text alone, and nothing in it is obeyed', () => {
  const pasted = 'a\r\nb\x1b[31mc\td'
  expect(after(startForm(), '<tab>', pasted).texts.title.text).toBe('a bc d')
  expect(after(startForm(), '<shift-tab>', pasted).texts.body.text).toBe('a\nbc d')
})

test('in the text, up and down are lines; from the first one up is the field above', () => {
  const form = after(startForm(), '<shift-tab>', 'one', '<enter>', 'two', '<up>')
  expect([form.focus, form.texts.body.cursor]).toEqual(['body', 3])
  expect(after(form, '<up>').focus).toBe('pathPatterns')
  expect(after(form, '<down>', '<down>').texts.body.cursor).toBe(7)
  expect(after(form, '<up>', '<up>', '<up>', '<up>').focus).toBe('kind')
})

test('what was written is not thrown away by one key', () => {
  expect(after(startForm(), '<escape>').phase).toBe('left')
  const form = after(startForm(), '<tab>', 'x', '<escape>')
  expect(form.phase).toBe('leaving')
  expect(toFormLines(form, { width: 60, height: 8 }).lines.map(lineText).at(-1)).toMatch(/^Esc again/)
  expect(after(form, '<escape>').phase).toBe('left')
  expect(after(form, 'y').phase).toBe('editing')
})

test.each([
  [
    new MemoError('USAGE', 'the body is empty', { hint: 'give --body, or text on standard input' }),
    'body',
    'the body is empty',
  ],
  [new MemoError('USAGE', 'tags.0: must not be empty'), 'tags', 'tags.0: must not be empty'],
  [
    new MemoError('BUSY', 'another process holds the vault', { hint: 'try again' }),
    undefined,
    'another process holds the vault; try again',
  ],
  [
    new MemoError('SECRET', 'title holds a key', { hint: 'take it out, or store it with --allow' }),
    'title',
    'title holds a key; take it out',
  ],
])('%s is told where it belongs', (error, field, message) => {
  expect(toTrouble(error)).toEqual({ field, message })
})

test('B146 every line of its frame has the same width, with the cursor anywhere', () => {
  const text = '部署方案说明🚀 launch ✅ 각주 e\u0301'.repeat(6)
  const written = after(
    startForm(),
    '<tab>',
    text,
    '<tab>',
    text,
    '<tab>',
    '<tab>',
    text,
    '<enter>',
    'x',
    '<enter>',
    text,
  )
  const failed = reduceForm(written, { type: 'failed', trouble: { field: 'title', message: `${text} is no title` } })
  for (const form of [
    startForm(),
    written,
    after(written, '<up>', '<home>'),
    failed,
    after(failed, '<right>', '<escape>'),
  ]) {
    for (const [width, height] of [
      [20, 5],
      [40, 12],
      [80, 24],
      [120, 30],
    ] as const) {
      const { lines, at } = toFormLines(form, { width, height })
      expect(lineText(lines[at] ?? [])).toMatch(form.focus === 'body' ? /^(?:› Text| {8})/ : /^› /)
      frameOf(<LineWindow lines={lines} width={width} height={height} from={0} />, width)
    }
  }
})

test('the form as it looks', () => {
  const form = after(startForm('trap'), '<tab>', 'Pool', '<shift-tab>')
  expect(
    frameOf(
      <LineWindow lines={toFormLines(form, { width: 50, height: 8 }).lines} width={50} height={8} from={0} />,
      50,
    ),
  ).toEqual([
    'New record',
    '› Kind  ‹ trap ›  ← → or a letter',
    '  Title Pool',
    '  Tags  with blanks between them',
    '  Paths files or globs, with commas between them',
    '  Text  Markdown',
    'Tab next · Ctrl-S store · Esc leave',
    '',
  ])
})

test('a failed write loses nothing, says why beside the field, and the next one stores it', async () => {
  const { vault } = await makeVault()
  const stored = vi.fn()
  const kept = vi.fn()
  const write = async ({ ...fields }: object): Promise<void> => {
    const draft = toRecordDraft(undefined, { ...fields }, vault.config.limits)
    stored(await upsertRecord(vault, draft, { project, cwd: vault.paths.root }))
  }
  const form = render(
    <NewRecordForm width={60} height={12} isActive onSubmit={write} onCancel={() => {}} onChange={kept} />,
  )
  onTestFinished(() => form.unmount())
  const shows = (text: string) => vi.waitFor(() => expect(form.lastFrame()).toContain(text), { timeout: 5000 })
  const press = async (keys: string, text: string): Promise<void> => {
    form.stdin.write(keys)
    await shows(text)
  }
  await shows('‹ note ›')
  await press('\t', '› Title')
  await press('部署', '部署')
  await press('\x13', '! the body is empty')
  await press('Because.', '› Text  Because.')
  expect(form.lastFrame()).toContain('  Title 部署')
  form.stdin.write('\x13')
  await vi.waitFor(() => expect(stored).toHaveBeenCalledOnce(), { timeout: 5000 })
  expect(stored.mock.lastCall?.[0]).toMatchObject({ title: '部署', kind: 'note', created: true })
  expect(kept.mock.lastCall?.[0].texts.body.text).toBe('Because.')
})

test('Esc gives the screen back, and what was kept goes on where it was', async () => {
  const cancelled = vi.fn()
  const initial = { ...after(startForm(), '<tab>', 'kept'), phase: 'left' as const }
  const form = render(
    <NewRecordForm width={60} height={12} isActive initial={initial} onSubmit={async () => {}} onCancel={cancelled} />,
  )
  onTestFinished(() => form.unmount())
  await vi.waitFor(() => expect(form.lastFrame()).toContain('› Title kept'))
  expect(cancelled).not.toHaveBeenCalled()
  form.stdin.write('\x1b')
  await vi.waitFor(() => expect(form.lastFrame()).toContain('Esc again'))
  form.stdin.write('\x1b')
  await vi.waitFor(() => expect(cancelled).toHaveBeenCalledOnce())
})
