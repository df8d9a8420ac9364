/** A record's text as a piece of a document, sanitised once more. */
import DOMPurify from 'dompurify'
import { toMarkdownHtml } from '../../../record/markdown-html.ts'

interface Linking {
  /** The address of a record that the text names as `[[target]]`. */
  hrefOf(target: string): string
}

export function renderMarkdown(text: string, linking: Linking): DocumentFragment {
  return DOMPurify.sanitize(toMarkdownHtml(text, linking), {
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
