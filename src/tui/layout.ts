/** How the rows and columns of the terminal are shared out. Pure. */

export interface Size {
  columns: number
  rows: number
}

/** A part of the screen, in cells. */
export interface Pane {
  width: number
  height: number
}

export interface Layout {
  columns: number
  rows: number
  /** Below it stand how many there are and what narrows them. */
  hasStatus: boolean
  list: Pane
  /** The text of the selected record: beside the list, below it, or nowhere. */
  preview: (Pane & { at: 'right' | 'below' }) | undefined
  /** All between the head and the foot, for what takes the place of both. */
  body: Pane
}

/** Less cannot show a query, two records and the keys. */
const smallest: Size = { columns: 20, rows: 5 }

/** Two columns of text are readable from here on. */
const sideBySide = 100

/** Fewer rows hold too little of a text to be worth taking from the list. */
const rowsForPreview = 7

/** From here on a row is to spare for the filters. */
const rowsForStatus = 7

/** Undefined where the terminal is too small for anything. */
export function toLayout({ columns, rows }: Size): Layout | undefined {
  if (columns < smallest.columns || rows < smallest.rows) return undefined
  const hasStatus = rows >= rowsForStatus
  // The query stands above it, the keys below, and where there is room, what narrows the list.
  const body = { width: columns, height: rows - (hasStatus ? 3 : 2) }
  return { columns, rows, hasStatus, body, ...split(body) }
}

/** The text gets the larger half; a wider list would hold blanks behind most titles. */
const [listShare, widestList] = [0.48, 90]

function split({ width, height }: Pane): Pick<Layout, 'list' | 'preview'> {
  if (width >= sideBySide) {
    const left = Math.min(widestList, Math.floor(width * listShare))
    // One column is the line between the two.
    const preview = { at: 'right' as const, width: width - left - 1, height }
    return { list: { width: left, height }, preview }
  }
  if (height < rowsForPreview) return { list: { width, height }, preview: undefined }
  const above = Math.ceil((height - 1) / 2)
  return { list: { width, height: above }, preview: { at: 'below', width, height: height - above - 1 } }
}
