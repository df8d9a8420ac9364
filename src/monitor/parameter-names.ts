/** The verbs advise in the flags of the command line; here they are called as the parameters are. */

const renamed: { readonly [flag: string]: string } = { scratch: 'includeScratch', ephemeral: 'includeEphemeral' }

/** `raise --max-tokens` as `raise maxTokens`. */
export function toParameterNames(text: string): string {
  return text.replace(/(?<![\w-])--([a-z]+(?:-[a-z]+)*)\b/g, (_, flag: string) => renamed[flag] ?? toCamelCase(flag))
}

function toCamelCase(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
