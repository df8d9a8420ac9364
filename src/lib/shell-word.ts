/** A text as one word of a command that somebody pastes into a shell, or that a program gives to one: quoted where that is needed. */
export function toShellWord(text: string, platform: NodeJS.Platform = process.platform): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text
  return platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`
}
