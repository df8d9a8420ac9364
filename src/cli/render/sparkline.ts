/** A row of numbers as a row of bars, or of digits where a terminal may not know these. */

const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const
const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** More do not fit on a line beside a name and a sum. */
const mostColumns = 60

/** The lowest sign stands for nothing at all, the highest for the largest number. Long rows are added up to shorter ones. */
export function renderSparkline(numbers: readonly number[], { isUnicode }: { isUnicode: boolean }): string {
  const signs: readonly string[] = isUnicode ? bars : digits
  const columns = addUp(numbers)
  const most = Math.max(1, ...columns)
  return columns.map((number) => signs[Math.ceil((number / most) * (signs.length - 1))]).join('')
}

/** Neighbours together, from the end, so that the last column is as whole as the others. */
function addUp(numbers: readonly number[]): number[] {
  const width = Math.max(1, Math.ceil(numbers.length / mostColumns))
  const columns: number[] = []
  for (let end = numbers.length; end > 0; end -= width) {
    columns.unshift(numbers.slice(Math.max(0, end - width), end).reduce((sum, number) => sum + number, 0))
  }
  return columns
}
