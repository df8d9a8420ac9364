/** Counts up when the log of the vault has grown, so that what is shown can be asked for again. */
import { useEffect, useState } from 'preact/hooks'

/** Milliseconds; many events at once, as an import makes them, are one reason to ask. */
const gatherMs = 500

/** Listens while the page is seen: a browser opens few connections to one server, and a stream takes one. */
export function useLogGrowth(): number {
  const [growth, setGrowth] = useState(0)
  useEffect(() => {
    let stream: EventSource | undefined
    let timer: number | undefined
    const grow = () => {
      timer ??= window.setTimeout(() => {
        timer = undefined
        setGrowth((count) => count + 1)
      }, gatherMs)
    }
    const listen = () => {
      if (document.hidden) {
        stream?.close()
        stream = undefined
      } else if (stream === undefined) stream = openStream(grow)
    }
    listen()
    document.addEventListener('visibilitychange', listen)
    return () => {
      document.removeEventListener('visibilitychange', listen)
      clearTimeout(timer)
      stream?.close()
    }
  }, [])
  return growth
}

/** What happened while nobody listened is not known, so that is a reason to ask too: at every start but the page's first. */
let wasOpen = false

function openStream(grow: () => void): EventSource {
  const stream = new EventSource('/api/events/stream')
  stream.addEventListener('ready', ({ data }) => {
    if (wasOpen && !JSON.parse(data).resumed) grow()
    wasOpen = true
  })
  stream.addEventListener('activity', grow)
  return stream
}
