/** How a vault is opened that stays open: by a server or a screen, which are idle for most of their life. */
import type { OpenOptions } from './vault.ts'

export const heldOptions = {
  /**
   * With 16,000 KiB, as SQLite is built, `memo mcp` was at 130 MB after 10,000 calls on 10,000 records, with 8000 at 120; the
   * bar is below. The price: a search for a word that all of them have reads 1,600 pages (6.4 MB) from the system's cache.
   */
  cacheKib: 4000,
  /** A look takes up to 15 ms, a search of 10,000 records about as much. */
  lookEveryMs: 1000,
} satisfies OpenOptions
