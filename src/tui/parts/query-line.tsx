/** What is typed, with the terminal's own cursor in it, so that what is composed for it (CJK) shows at its place. */
import { useCursor } from 'ink'
import type { EditText } from '../text/edit-text.ts'
import { toEditWindow } from '../text/edit-window.ts'
import { StyledLine } from '../text/styled-line.tsx'

interface QueryLineProps {
  field: EditText
  width: number
  isFocused: boolean
}

const prompt = '› '

export function QueryLine({ field, width, isFocused }: QueryLineProps) {
  const { setCursorPosition } = useCursor()
  const { before, at, after, cell } = toEditWindow(field, width - prompt.length)
  setCursorPosition(isFocused ? { x: prompt.length + cell, y: 0 } : undefined)
  const text = field.text === '' ? { text: 'type to search', style: 'dim' as const } : { text: before + at + after }
  return <StyledLine line={[{ text: prompt, style: 'bold' }, text]} width={width} />
}
