/** The verbs speak of the flags of the command line; here they are called as the parameters of the tools are. */

const renamed: { readonly [flag: string]: string } = {
  all: 'crossProject',
  // Not a parameter: that a secret may be stored is for a person to say.
  'allow-secret': '--allow-secret',
  kind: 'kinds',
  project: 'projectId',
  scratch: 'includeScratch',
  tag: 'tags',
}

/** `raise --max-tokens` as `raise maxTokens`. */
export function toParameterNames(text: string): string {
  return text.replace(/(?<![\w-])--([a-z]+(?:-[a-z]+)*)\b/g, (_, flag: string) => renamed[flag] ?? toCamelCase(flag))
}

/** The same for what an answer advises; stored text in it stays as it is. */
export function advise(answer: object): object {
  const said: { narrowHint?: unknown; abstained?: unknown } = answer
  const { narrowHint, abstained } = said
  return {
    ...answer,
    ...(typeof narrowHint === 'string' && { narrowHint: toParameterNames(narrowHint) }),
    ...(hasHint(abstained) && { abstained: { ...abstained, hint: toParameterNames(abstained.hint) } }),
  }
}

function hasHint(value: unknown): value is { hint: string } {
  return typeof value === 'object' && value !== null && 'hint' in value && typeof value.hint === 'string'
}

function toCamelCase(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
