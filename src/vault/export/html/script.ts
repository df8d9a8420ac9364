/** What the page does by itself: it shows the records that hold all words that are typed, and are of the kind chosen. */
export const script = `
const articles = [...document.querySelectorAll('article')]
const [find, kind, shown] = ['find', 'kind', 'shown'].map((id) => document.getElementById(id))
for (const name of new Set(articles.map((article) => article.dataset.kind))) kind.add(new Option(name))
let texts
function show() {
  texts ??= articles.map((article) => article.textContent.toLowerCase())
  const words = find.value.toLowerCase().split(/\\s+/).filter((word) => word !== '')
  let count = 0
  articles.forEach((article, place) => {
    const isOfKind = kind.value === '' || article.dataset.kind === kind.value
    article.hidden = !(isOfKind && words.every((word) => texts[place].includes(word)))
    if (!article.hidden) count++
  })
  shown.textContent = count + ' of ' + articles.length + ' shown'
}
let timer
find.addEventListener('input', () => {
  clearTimeout(timer)
  timer = setTimeout(show, 100)
})
kind.addEventListener('change', show)
find.form.addEventListener('submit', (event) => event.preventDefault())
addEventListener('hashchange', () => {
  const target = document.getElementById(location.hash.slice(1))
  if (!target?.hidden) return
  find.value = kind.value = ''
  show()
  target.scrollIntoView()
})
find.form.hidden = false
`
