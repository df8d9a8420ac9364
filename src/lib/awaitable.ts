/** A value that may still be on its way, without making those wait who have it already. */
export type Awaitable<T> = T | Promise<T>

/** Goes on with the value: at once when it is there, when it comes otherwise. */
export function andThen<A, B>(value: Awaitable<A>, next: (value: A) => Awaitable<B>): Awaitable<B> {
  return value instanceof Promise ? value.then(next) : next(value)
}
