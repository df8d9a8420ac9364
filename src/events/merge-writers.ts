/** Events of several writers brought into one order. */

/** Event order: by id, then by writer. */
export function byOrder(a: { id: string; writer: string }, b: { id: string; writer: string }): number {
  if (a.id !== b.id) return a.id < b.id ? -1 : 1
  return a.writer < b.writer ? -1 : a.writer > b.writer ? 1 : 0
}

/** Each list in its own order, of their heads always the first by `compare`. Only as much is read as the caller takes. */
export function* mergeWriters<T>(lists: readonly Generator<T>[], compare: (a: T, b: T) => number): Generator<T> {
  const heads = lists.flatMap(takeHead)
  while (heads.length > 0) {
    const first = heads.reduce((best, head) => (compare(head.value, best.value) < 0 ? head : best))
    yield first.value
    heads.splice(heads.indexOf(first), 1, ...takeHead(first.rest))
  }
}

function takeHead<T>(rest: Generator<T>): { value: T; rest: Generator<T> }[] {
  const next = rest.next()
  return next.done ? [] : [{ value: next.value, rest }]
}
