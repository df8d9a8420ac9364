/** The style of the page: light and dark, every pair of text and ground with a contrast of 4.5 or more, and paper. */
export const style = `
:root { color-scheme: light dark; --ground: #fafaf8; --raised: #f1f1ee; --line: #c3c5c4; --text: #1c1f22; --soft: #5a6068; --accent: #0b6e69 }
@media (prefers-color-scheme: dark) {
  :root { --ground: #121416; --raised: #22262a; --line: #454b52; --text: #e6e8ea; --soft: #a0a8b1; --accent: #6ccac2 }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 50rem; padding: 1rem; background: var(--ground); color: var(--text); font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.4rem }
h2 { margin: 0; font-size: 1.2rem; line-height: 1.3 }
h3, h4, h5, h6 { margin: 1.2em 0 0.4em; font-size: 1.05rem }
a { color: var(--accent) }
h2 a { color: inherit; text-decoration: none }
form { display: flex; flex-wrap: wrap; gap: 1rem }
input, select { font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: 0.3rem 0.5rem }
article { padding: 1.25rem 0; border-top: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 20rem }
article[hidden] { display: none }
article:target h2 { text-decoration: underline }
.facts, dl { color: var(--soft); font-size: 0.875rem }
.facts { margin: 0.25rem 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 1rem 0 0 }
dd { margin: 0 }
pre, code { font: 0.875rem/1.5 ui-monospace, monospace }
code { background: var(--raised); padding: 0 0.2em; border-radius: 3px }
pre { background: var(--raised); padding: 0.75rem; border-radius: 6px; white-space: pre-wrap }
pre code { padding: 0 }
blockquote { margin: 1em 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft) }
table { border-collapse: collapse }
th, td { border: 1px solid var(--line); padding: 0.2rem 0.5rem; text-align: left }
.is-right { text-align: right }
.is-center { text-align: center }
@media print {
  :root { --ground: #fff; --raised: #fff; --text: #000; --soft: #333; --accent: #000 }
  body { max-width: none; padding: 0 }
  form, #shown { display: none }
  article { content-visibility: visible }
  h2, h3, .facts { break-after: avoid }
  pre, table { break-inside: avoid }
}
`
