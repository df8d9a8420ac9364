/**
 * An export as one page that stands alone: it asks for nothing from anywhere, runs nothing but its own script, and works
 * from a file. Written a record at a time.
 */
import { hash } from 'node:crypto'
import { plural } from '../../../lib/plural.ts'
import type { Form, FormContext } from '../forms.ts'
import { renderArticle } from './article.ts'
import { escapeHtml } from './escape.ts'
import { script } from './script.ts'
import { style } from './style.ts'

export function htmlForm({ names, made }: FormContext): Form {
  const known = new Set(names.map(({ project, id }) => `${project}/${id}`))
  return {
    start: renderStart(names.length, made),
    record: (exported) => renderArticle(exported, known),
    end: `</main>\n<script>${script}</script>\n</body>\n</html>\n`,
  }
}

/** Nothing may be loaded; what the page holds itself is let in by its hash. */
const policy = [
  "default-src 'none'",
  `style-src '${toSource(style)}'`,
  `script-src '${toSource(script)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

function toSource(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`
}

function renderStart(count: number, made: string): string {
  const title = `memo: ${plural(count, 'record')}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${plural(count, 'record')}</h1>
<p class="facts">Exported ${escapeHtml(made)}</p>
<form role="search" hidden>
<label>Find <input id="find" type="search" autocomplete="off"></label>
<label>Kind <select id="kind"><option value="">any</option></select></label>
</form>
<p id="shown" class="facts" role="status"></p>
</header>
<main>
`
}
