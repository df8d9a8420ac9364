/** Telling a client that asked for it how far a call is. */
import type { ServerContext } from '@modelcontextprotocol/server'

/** Gives a function that tells it, one step further with each call; it does nothing where nobody asked. */
export function toProgress({ mcpReq }: ServerContext): (message: string) => void {
  const progressToken = mcpReq._meta?.progressToken
  let progress = 0
  return (message) => {
    if (progressToken === undefined) return
    progress += 1
    // A client that is gone needs no progress; its call ends by itself.
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => {})
  }
}
