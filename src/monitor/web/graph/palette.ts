/** The colours of the drawing, as the style of the page has them. */

export interface Palette {
  line: string
  text: string
  other: string
  ground: string
  accent: string
  kinds: { [kind: string]: string }
}

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element)
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const [text, other, line, ground, accent] = [
    of('text'),
    of('kind-other'),
    of('line-strong'),
    of('ground'),
    of('accent'),
  ]
  return {
    ...{ text, other, line, ground, accent },
    kinds: { trap: accent, decision: of('kind-decision'), spec: of('kind-plan'), plan: of('kind-plan') },
  }
}
