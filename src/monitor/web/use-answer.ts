/** A question to the server as state. */
import { useEffect, useState } from 'preact/hooks'
import { ask, type Failure } from './ask.ts'

export interface Answered<Answer> {
  /** The last one, also while the next is waited for. */
  answer: Answer | undefined
  failure: Failure | undefined
  isWaiting: boolean
  again(): void
}

interface Asking {
  /** Milliseconds after the last change; 0 when left out. The first time asks at once. */
  waitMs?: number
  /** Another one asks again. */
  version?: number
}

/** Asks whenever the path changes, and drops what is not wanted any more. An empty path asks nothing. */
export function useAnswer<Answer>(path: string, { waitMs = 0, version = 0 }: Asking = {}): Answered<Answer> {
  const [told, setTold] = useState<{ answer?: Answer; failure?: Failure }>({})
  const [answeredTo, setAnsweredTo] = useState('')
  const [times, setTimes] = useState(0)
  const question = `${times} ${version} ${path}`
  useEffect(() => {
    if (path === '') return
    const leaving = new AbortController()
    const work = async () => {
      const next = await ask<Answer>(path, leaving.signal).catch(() => undefined)
      if (next === undefined || leaving.signal.aborted) return
      setTold((last) => ('failure' in next ? { ...last, ...next } : next))
      setAnsweredTo(question)
    }
    const timer = setTimeout(work, answeredTo === '' ? 0 : waitMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [question])
  return {
    answer: told.answer,
    failure: told.failure,
    isWaiting: path !== '' && answeredTo !== question,
    again: () => setTimes((count) => count + 1),
  }
}
