import { describe, expect, test } from 'vitest'
import { bodyTemplate, fromTemplate } from '../../src/record/body-templates.ts'
import { kindNames } from '../../src/record/vocabulary.ts'

const cue = 'Save it'

describe('templates of texts', () => {
  test.each(kindNames)('%s: left as it is, it is no text', (kind) => {
    expect(fromTemplate(kind, cue, bodyTemplate(kind, cue))).toBe('')
    expect(fromTemplate(kind, cue, bodyTemplate(kind, cue).replaceAll('\n', '\r\n'))).toBe('')
  })

  test('headings under which nothing stands go, all others stay', () => {
    const text = bodyTemplate('trap', cue).replace('## Cause\n', '## Cause\n\nNo jitter.\n\n### Proof\n\n## My own\n')
    expect(fromTemplate('trap', cue, text)).toBe('## Cause\n\nNo jitter.\n\n### Proof\n\n## My own')
  })

  test('a text without the template is taken as it is', () => {
    expect(fromTemplate('decision', cue, '\n# Use SQLite\n\nIt is a file.\n')).toBe('# Use SQLite\n\nIt is a file.')
  })
})
