/** One record on the page: title, what is known of it, its text. Nothing hidden in it stays hidden. */
import { toHarmless } from '../../../lib/harmless.ts'
import { toHarmlessValue } from '../../../lib/harmless-value.ts'
import type { Frontmatter } from '../../../projections/files/render.ts'
import { toMarkdownHtml } from '../../../record/markdown-html.ts'
import { toExported } from '../exported-record.ts'
import type { ExportedState } from '../forms.ts'
import { escapeHtml } from './escape.ts'

/** @param known `project/id` of every record on the page: other records are named and not linked */
export function renderArticle({ state, expired }: ExportedState, known: ReadonlySet<string>): string {
  const { body, ...exported } = toExported(state)
  const { id, project, kind, title, status, severity, tags, ...fields } = toHarmlessValue(exported) as typeof exported
  const hrefOf = (target: string): string | undefined => {
    const name = target.includes('/') ? target : `${state.project}/${target}`
    return known.has(name) ? `#${name}` : undefined
  }
  const name = escapeHtml(`${state.project}/${state.id}`)
  const words = Array.isArray(tags) ? tags.map((tag) => `#${tag}`) : []
  const facts = [kind, `${project}/${id}`, status, severity, expired ? 'expired' : undefined, ...words]
  return `<article id="${name}" data-kind="${toText(kind)}">
<h2><a href="#${name}">${toText(title)}</a></h2>
<p class="facts">${facts
    .filter((fact) => fact !== undefined)
    .map(toText)
    .join(' · ')}</p>
<div>${toMarkdownHtml(toHarmless(String(body ?? ''), keepLayout), { hrefOf, lowered: 2 })}</div>
${renderFields(fields, hrefOf)}</article>
`
}

const keepLayout = { keepNewlines: true, keepTabs: true }

function toText(value: unknown): string {
  return escapeHtml(typeof value === 'string' ? value : JSON.stringify(value ?? ''))
}

type HrefOf = (target: string) => string | undefined

function renderFields(fields: Frontmatter, hrefOf: HrefOf): string {
  const rows = Object.entries(fields).map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${renderValue(name, value, hrefOf)}</dd>`,
  )
  return rows.length === 0 ? '' : `<dl>${rows.join('\n')}</dl>\n`
}

const namesRecords = new Set(['supersedes', 'supersededBy', 'evidence'])

function renderValue(name: string, value: unknown, hrefOf: HrefOf): string {
  if (Array.isArray(value)) return value.map((item) => renderValue(name, item, hrefOf)).join(', ')
  if (isLink(name, value)) return `${toText(value.type)} ${renderName(value.target, hrefOf)}`
  return namesRecords.has(name) && typeof value === 'string' ? renderName(value, hrefOf) : toText(value)
}

function isLink(name: string, value: unknown): value is { type: string; target: string } {
  if (name !== 'links' || typeof value !== 'object' || value === null) return false
  return 'type' in value && 'target' in value && typeof value.target === 'string'
}

function renderName(name: string, hrefOf: HrefOf): string {
  const href = hrefOf(name)
  return href === undefined ? toText(name) : `<a href="${escapeHtml(href)}">${toText(name)}</a>`
}
