/** How large a record's file may be. Asked before its bytes are read, and again of bytes that come from elsewhere. */

/** Bytes. Sixteen megabytes of Markdown is a shelf of books; a file past this is not read as a record. */
export const largestFile = 16 * 1024 * 1024

/** What is told of one that is larger. */
export const tooLarge = `it is larger than ${largestFile / 1024 / 1024} MiB`
