/** A time as people say it; the whole of it for who points at it. */
import { humanAge, parseInstant } from '../../record/times.ts'

export function Age({ at }: { at: string }) {
  const instant = parseInstant(at)
  if (instant === undefined) return <span>{at}</span>
  return (
    <time dateTime={at} title={new Date(instant).toLocaleString()}>
      {toWords(instant)}
    </time>
  )
}

function toWords(instant: number): string {
  const age = humanAge(instant, Date.now())
  return age.startsWith('in ') ? age : `${age} ago`
}
