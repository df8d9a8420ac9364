/** A line that a terminal would show, cut into runs of one style; what `tmux capture-pane -e` prints has nothing but these. */

/**
 * @param {string} line text with SGR escapes (`ESC [ … m`)
 * @returns runs `{text, style}`; a style has `bold`, `dim`, `italic`, `underline`, `inverse`, and `front` and `back` as CSS colours
 */
export function toStyledRuns(line) {
  const runs = []
  let style = {}
  for (const [, codes, text] of `\u001b[m${line}`.matchAll(sgrAndText)) {
    style = change(style, codes === '' ? [0] : codes.split(/[;:]/).map(Number))
    if (text !== '') runs.push({ text, style })
  }
  return runs
}

const sgrAndText = /\u001b\[([\d;:]*)m([^\u001b]*)/g

const switches = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
  27: { inverse: false },
  39: { front: undefined },
  49: { back: undefined },
}

function change(before, [code, ...rest]) {
  if (code === undefined) return before
  if (code === 0) return change({}, rest)
  if (code === 38 || code === 48) {
    const length = rest[0] === 5 ? 2 : 4
    const colour = rest[0] === 5 ? ofPalette(rest[1]) : `rgb(${rest.slice(1, 4).join(' ')})`
    return change({ ...before, [code === 38 ? 'front' : 'back']: colour }, rest.slice(length))
  }
  return change({ ...before, ...(switches[code] ?? ofBase(code)) }, rest)
}

function ofBase(code) {
  const ground = [30, 90].some((first) => code >= first && code < first + 8) ? 'front' : 'back'
  return { [ground]: basic[(code % 10) + (code >= 90 ? 8 : 0)] }
}

/** Readable on the dark ground of the pictures. */
const basic = [
  ['#45475a', '#f38ba8', '#a6e3a1', '#f9e2af', '#89b4fa', '#f5c2e7', '#94e2d5', '#bac2de'],
  ['#7f849c', '#f38ba8', '#a6e3a1', '#f9e2af', '#89b4fa', '#f5c2e7', '#94e2d5', '#ffffff'],
].flat()

/** The 256 colours of xterm: 16, a cube of 6 × 6 × 6, 24 greys. */
function ofPalette(index) {
  if (index < 16) return basic[index]
  if (index >= 232)
    return `rgb(${Array(3)
      .fill(8 + 10 * (index - 232))
      .join(' ')})`
  const steps = [36, 6, 1].map((weight) => Math.floor((index - 16) / weight) % 6)
  return `rgb(${steps.map((step) => (step === 0 ? 0 : 55 + 40 * step)).join(' ')})`
}
