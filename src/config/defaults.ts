/** What the settings are when nobody set them, as plain constants: a start with defaults loads no schema library. */
export const defaultConfig = {
  version: 1,
  git: {
    commit: 'batched',
    // A commit per write costs more than the write; 20 events or a minute keep the history readable.
    batchEvents: 20,
    batchSeconds: 60,
  },
  // Two MiB of text is a long book; more than that is a file that was meant to be linked, not remembered.
  limits: { bodyBytes: 2 * 1024 * 1024 },
  // Longer than the longest batch holds the lock between two of its chunks, short enough for an agent to wait.
  lock: { waitMs: 30_000 },
  capture: { secrets: 'refuse', ignore: [] as string[] },
  ttl: { scratchDays: 7, reviewDays: 14 },
  projectAliases: {},
  search: { profile: 'default', profiles: {}, logQueries: false },
  session: { ttlDays: 7 },
  // What the reference gives a session to begin with: about 2,000 tokens.
  bootstrap: { maxBytes: 8192 },
  embeddings: {
    enabled: false,
    provider: 'local',
    // Empty is not set.
    model: '',
    baseUrl: '',
    apiKeyEnv: '',
    // A model that a server has to load first takes some seconds.
    timeoutMs: 10_000,
    minSimilarity: 0.3,
  },
} as const
