/** What a server that is idle for most of its life keeps of the index. */

/**
 * KiB. With 16,000, as SQLite is built, `memo mcp` was at 130 MB after 10,000 calls on 10,000 records, with 8000 at 120; the
 * bar is below. The price: a search for a word that all of them have reads 1,600 pages (6.4 MB) from the system's cache.
 */
export const serverCacheKib = 4000
