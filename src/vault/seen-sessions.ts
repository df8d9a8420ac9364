/**
 * What a long-running process remembers of its sessions, so that a record read again costs no look-up. Only "seen" is
 * kept: that stays true whatever other processes write, for as long as a session counts.
 */

/** Sessions kept; an agent's server rarely serves more at once, and the index remembers all of them. */
const hotSessions = 500

export interface SeenSessions {
  isSeen(session: string, record: string, now: number): boolean
  note(session: string, record: string, seenAt: number): void
}

export function seenSessions(lifetimeMs: number): SeenSessions {
  const sessions = new Map<string, Map<string, number>>()
  return {
    isSeen: (session, record, now) => {
      const seenAt = sessions.get(session)?.get(record)
      return seenAt !== undefined && now - seenAt < lifetimeMs
    },
    note: (session, record, seenAt) => {
      const records = sessions.get(session) ?? new Map<string, number>()
      sessions.delete(session)
      sessions.set(session, records.set(record, seenAt))
      const [oldest] = sessions.keys()
      if (sessions.size > hotSessions && oldest !== undefined) sessions.delete(oldest)
    },
  }
}
