/** The verbs speak of the flags of the command line; here they are called as the parameters of the tools are. */

const renamed: { readonly [flag: string]: string } = {
  all: 'crossProject',
  kind: 'kinds',
  project: 'projectId',
  scratch: 'includeScratch',
  tag: 'tags',
}

/** `raise --max-tokens` as `raise maxTokens`. */
export function toParameterNames(text: string): string {
  return text.replace(/(?<![\w-])--([a-z]+(?:-[a-z]+)*)\b/g, (_, flag: string) => renamed[flag] ?? toCamelCase(flag))
}

function toCamelCase(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
