/**
 * How far a long work has come, told on stderr: one line that is drawn again on a terminal, now and then a line where
 * there is none, nothing at all beside `--json`. Written here because it is less code than what the packages that do
 * it bring along.
 */
import { readEnvironment } from '../config/environment.ts'
import { systemPorts } from '../lib/ports.ts'

export interface Progress {
  /** `share` is the part of the whole that is done, from 0 to 1; undefined where nobody knows the whole. */
  update(done: number, share?: number): void
  /** Takes the line off the terminal. To be called before anything else is printed. */
  end(): void
}

export interface ProgressPlace {
  now(): number
  write(text: string): void
  /** Width of the terminal; undefined where the lines are read later, if ever. */
  columns: number | undefined
}

/** `unit` is what is counted, in the plural. */
export function openProgress(unit: string, { json }: { json: boolean }): Progress {
  return json ? silence : startProgress(unit, stderrPlace())
}

const silence: Progress = { update: () => {}, end: () => {} }

function stderrPlace(): ProgressPlace {
  const { stderr } = process
  const { ci, term } = readEnvironment()
  const isTerminal = stderr.isTTY && !ci && term !== 'dumb'
  return {
    now: systemPorts.now,
    write: (text) => stderr.write(text),
    columns: isTerminal ? stderr.columns || 80 : undefined,
  }
}

/** The eye sees no more. */
const redrawMs = 100
/** What is over by then needs no word. */
const firstLineMs = 2_000
const nextLineMs = 10_000

/** The work begins with the first that is told of it: what was before, as somebody at an editor, is none of it. */
export function startProgress(unit: string, place: ProgressPlace): Progress {
  const { columns, write, now } = place
  let first: { at: number; done: number; share: number } | undefined
  let next = 0
  let isDrawn = false
  return {
    update: (done, share) => {
      if (first === undefined) {
        first = { at: now(), done, share: share ?? 0 }
        next = first.at + (columns === undefined ? firstLineMs : redrawMs)
      }
      if (now() < next) return
      next = now() + (columns === undefined ? nextLineMs : redrawMs)
      const line = renderProgress({ unit, done, share, first, ms: now() - first.at, bar: columns !== undefined })
      write(columns === undefined ? `${line}\n` : `\r\x1b[2K${line.slice(0, columns - 1)}`)
      isDrawn = true
    },
    end: () => {
      if (isDrawn && columns !== undefined) write('\r\x1b[2K')
      isDrawn = false
    },
  }
}

export interface ProgressState {
  unit: string
  done: number
  share: number | undefined
  /** What was done when it was first told of: how long that took is not known. */
  first: { done: number; share: number }
  /** Since then. */
  ms: number
  bar: boolean
}

/** `[######--------------]  30 %  3000 records  1200/s  6 s left`. */
export function renderProgress({ unit, done, share, first, ms, bar }: ProgressState): string {
  const parts = [`${done} ${unit}`, `${toRate(done - first.done, ms)}/s`]
  if (share === undefined || share <= 0) return parts.join('  ')
  const part = Math.min(1, share)
  const percent = `${String(Math.floor(part * 100)).padStart(3)} %`
  const left = part > first.share ? [`${toTimeLeft((ms * (1 - part)) / (part - first.share))} left`] : []
  return [bar ? `${toBar(part)} ${percent}` : percent.trim(), ...parts, ...left].join('  ')
}

const barWidth = 20

function toBar(share: number): string {
  return `[${'#'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '-')}]`
}

function toRate(done: number, ms: number): number {
  return Math.round(done / Math.max(ms / 1000, 0.001))
}

function toTimeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
