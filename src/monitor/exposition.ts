/** The text format that Prometheus reads (exposition format 0.0.4): names, labels, numbers. */

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

export type Labels = { readonly [name: string]: string }

export interface Family {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

export interface Sample {
  /** Behind the name of the family: `_sum`, `_bucket`. */
  suffix?: string
  labels?: Labels
  value: number
}

export function toExposition(families: readonly Family[]): string {
  return families.map(toText).join('')
}

function toText({ name, help, type, samples }: Family): string {
  const head = `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n`
  return head + samples.map((sample) => `${toLine(name, sample)}\n`).join('')
}

function toLine(name: string, { suffix = '', labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
