/**
 * A record's text as a piece of a document. Nothing of it may act: HTML in it is shown and not obeyed, what comes out is
 * sanitised once more, and a picture is a link, because no request may leave the machine by reading.
 */
import DOMPurify from 'dompurify'
import MarkdownIt from 'markdown-it'

interface Linking {
  /** The address of a record that the text names as `[[target]]`. */
  hrefOf(target: string): string
}

export function renderMarkdown(text: string, linking: Linking): DocumentFragment {
  return DOMPurify.sanitize(markdown.render(text, { hrefOf: linking.hrefOf }), {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['href', 'title', 'class', 'start', 'rel', 'target'],
    ALLOW_DATA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#\/)/i,
  })
}

const tags = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'span'],
  ...['em', 'strong', 's', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
]

const markdown = new MarkdownIt({ html: false, linkify: true })
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false })

/** As the index reads it: a target, a heading that is passed over, a label. */
const recordLink = /\[\[([^\]|#\n]+)(?:#[^\]|\n]*)?(?:\|([^\]\n]*))?\]\]/y

markdown.inline.ruler.before('link', 'record-link', (state, isSilent) => {
  recordLink.lastIndex = state.pos
  const found = recordLink.exec(state.src)
  if (found === null) return false
  const [whole, target = '', label = target] = found
  if (!isSilent) {
    const hrefOf = state.env.hrefOf as Linking['hrefOf']
    state.push('link_open', 'a', 1).attrs = [
      ['href', hrefOf(target.trim())],
      ['class', 'record-link'],
    ]
    state.push('text', '', 0).content = label.trim()
    state.push('link_close', 'a', -1)
  }
  state.pos += whole.length
  return true
})

const { rules } = markdown.renderer
const { escapeHtml } = markdown.utils

rules.image = (tokens, place) => {
  const token = tokens[place]
  const source = escapeHtml(String(token?.attrGet('src') ?? ''))
  return `<a href="${source}" rel="noopener noreferrer" target="_blank">${escapeHtml(token?.content ?? '')} (image)</a>`
}

rules.link_open = (tokens, place, options, _, renderer) => {
  const token = tokens[place]
  if (token !== undefined && !String(token.attrGet('href')).startsWith('#/')) {
    token.attrSet('rel', 'noopener noreferrer')
    token.attrSet('target', '_blank')
  }
  return renderer.renderToken(tokens, place, options)
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
