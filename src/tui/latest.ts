/** Asks that replace each other: one is answered at a time, and of those that come meanwhile only the newest. */
import { setImmediate as nextTurn } from 'node:timers/promises'

export interface Latest<Question> {
  ask(question: Question): void
  /** What is asked after that is not answered, and no answer is told. */
  stop(): void
}

/** @param answer told with nothing newer waiting, so that keys that were pressed meanwhile are seen first */
export function latest<Question, Answer>(
  work: (question: Question) => Promise<Answer>,
  answer: (answer: Answer, question: Question) => void,
  onFailure: (error: unknown) => void,
): Latest<Question> {
  let waiting: { question: Question } | undefined
  let isBusy = false
  let isStopped = false
  const run = async (): Promise<void> => {
    isBusy = true
    for (let turn = waiting; turn !== undefined && !isStopped; turn = waiting) {
      // The work holds the thread: what was typed is painted, and what is typed now is read, before it begins.
      await nextTurn()
      const { question } = waiting ?? turn
      waiting = undefined
      try {
        const result = await work(question)
        if (waiting === undefined && !isStopped) answer(result, question)
      } catch (error) {
        if (!isStopped) onFailure(error)
      }
    }
    isBusy = false
  }
  return {
    ask: (question) => {
      waiting = { question }
      if (!isBusy) void run()
    },
    stop: () => {
      isStopped = true
    },
  }
}
