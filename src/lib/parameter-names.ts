/**
 * The verbs speak of the flags of the command line; a server says the same in the names of its parameters. Stored text
 * and whole commands stay as they are.
 */

/** Flags whose parameter is called otherwise than by the flag in camel case. */
export interface Renamed {
  readonly [flag: string]: string
}

/** `raise --max-tokens` as `raise maxTokens`. */
export function toParameterNames(text: string, renamed: Renamed): string {
  return text.replace(/"memo [^"]*"|(?<![\w-])--([a-z]+(?:-[a-z]+)*)\b/g, (said, flag: string | undefined) =>
    flag === undefined ? said : (renamed[flag] ?? toCamelCase(flag)),
  )
}

/** The same for what an answer advises. */
export function advise<Answer extends object>(answer: Answer, renamed: Renamed): Answer {
  const said: { narrowHint?: unknown; abstained?: unknown } = answer
  const { narrowHint, abstained } = said
  return {
    ...answer,
    ...(typeof narrowHint === 'string' && { narrowHint: toParameterNames(narrowHint, renamed) }),
    ...(hasHint(abstained) && { abstained: { ...abstained, hint: toParameterNames(abstained.hint, renamed) } }),
  }
}

function hasHint(value: unknown): value is { hint: string } {
  return typeof value === 'object' && value !== null && 'hint' in value && typeof value.hint === 'string'
}

function toCamelCase(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
