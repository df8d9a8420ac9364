/** How a vault is opened that stays open: by a server or a screen, which are idle for most of their life. */
import type { OpenOptions } from './vault.ts'

export const heldOptions = {
  /**
   * With 16,000 KiB, as SQLite is built, `memo mcp` took 12 MB more after 10,000 calls on 10,000 records, and with 4000 it was
   * at 121 MB, where 120 is the most it may take. A search takes as long with all three: what SQLite does not keep, the
   * system's cache has.
   */
  cacheKib: 2000,
  /** A look takes up to 15 ms, a search of 10,000 records about as much. */
  lookEveryMs: 1000,
} satisfies OpenOptions
