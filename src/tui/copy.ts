/** What a terminal is told so that it puts a text on the clipboard of whoever sits before it, also through ssh. */

/** OSC 52 (xterm, "Operating System Commands"); a terminal that does not know it shows nothing. */
export function toCopySequence(text: string): string {
  return `\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`
}
