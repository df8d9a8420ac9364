/** A time as people say it; the whole of it for who points at it. */
import { humanMoment, parseInstant } from '../../record/times.ts'

export function Age({ at }: { at: string }) {
  const instant = parseInstant(at)
  if (instant === undefined) return <span>{at}</span>
  return (
    <time dateTime={at} title={new Date(instant).toLocaleString()}>
      {humanMoment(instant, Date.now())}
    </time>
  )
}
