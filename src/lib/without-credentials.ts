/** Programs name an address as it was given, and a name and a password may stand in it. */
export function withoutCredentials(text: string): string {
  return text.replace(/:\/\/[^\s/]+@/g, '://****@')
}
