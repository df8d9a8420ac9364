/**
 * A record's text as HTML. Nothing of it may act: HTML in it is shown and not obeyed, a scheme that runs code is no link,
 * and a picture is a link, because no request may leave the machine by reading.
 */
import MarkdownIt from 'markdown-it'
import { addRecordLinks } from './markdown-record-links.ts'

export interface Linking {
  /** The address of a record that the text names as `[[target]]`, beginning with `#`; undefined for none. */
  hrefOf(target: string): string | undefined
  /** By how much the headings of the text stand lower than they say. */
  lowered?: number
}

/** No attribute of it is a style or a handler. */
export function toMarkdownHtml(text: string, { hrefOf, lowered = 0 }: Linking): string {
  return markdown.render(text, { hrefOf, lowered })
}

const markdown = new MarkdownIt({ html: false, linkify: true })
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
addRecordLinks(markdown)

const { rules } = markdown.renderer
const { escapeHtml } = markdown.utils

rules.record_link = (tokens, place, _, env) => {
  const { content: target = '', info = '' } = tokens[place] ?? {}
  const label = escapeHtml(info === '' ? target : info)
  const href = (env?.hrefOf as Linking['hrefOf'] | undefined)?.(target)
  return href === undefined ? label : `<a href="${escapeHtml(href)}" class="record-link">${label}</a>`
}

rules.image = (tokens, place) => {
  const token = tokens[place]
  const source = escapeHtml(String(token?.attrGet('src') ?? ''))
  return `<a href="${source}" rel="noopener noreferrer" target="_blank">${escapeHtml(token?.content ?? '')} (image)</a>`
}

rules.link_open = (tokens, place, options, _, renderer) => {
  const token = tokens[place]
  if (token !== undefined && !String(token.attrGet('href')).startsWith('#')) {
    token.attrSet('rel', 'noopener noreferrer')
    token.attrSet('target', '_blank')
  }
  return renderer.renderToken(tokens, place, options)
}

for (const name of ['heading_open', 'heading_close'] as const) {
  rules[name] = (tokens, place, options, env, renderer) => {
    const token = tokens[place]
    if (token !== undefined) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + Number(env?.lowered ?? 0))}`
    return renderer.renderToken(tokens, place, options)
  }
}

// The alignment of a column comes as a style, which the page does not let through.
for (const name of ['th_open', 'td_open'] as const) {
  rules[name] = (tokens, place, options, _, renderer) => {
    const token = tokens[place]
    const style = token?.attrGet('style')
    if (token && style) token.attrs = [['class', String(style).replace('text-align:', 'is-')]]
    return renderer.renderToken(tokens, place, options)
  }
}
