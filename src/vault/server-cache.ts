/** What a server that is idle for most of its life keeps of the index. */

/**
 * KiB. A search of 10,000 records reads 6.4 MB of the index, over and over; twice as much is kept for nothing, and many
 * servers run on one machine. What is not kept is in the system's own cache.
 */
export const serverCacheKib = 8000
