/** Shows an address in the browser of whoever sits here. */
import { spawn } from 'node:child_process'

/** Calls `onFailure` where there is none; does not wait for it. */
export function openBrowser(url: string, onFailure: (reason: string) => void): void {
  const [program, args] = openers[process.platform] ?? ['xdg-open', []]
  const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore' })
  child.on('error', ({ message }) => onFailure(message))
  child.on('exit', (status) => {
    if (status !== 0 && status !== null) onFailure(`${program} ended with ${status}`)
  })
  child.unref()
}

const openers: { readonly [platform: string]: readonly [program: string, args: readonly string[]] } = {
  darwin: ['open', []],
  // `start` belongs to the shell; the first quoted word would be a title.
  win32: ['cmd', ['/c', 'start', '""']],
}
