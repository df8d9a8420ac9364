/** What a link from one record to another says. Plain constants: commands and the index import them. */

/** The words that `memo link` knows without being told; a record may hold others. */
export const linkTypes = ['fixes', 'contradicts', 'causes', 'depends-on', 'relates'] as const

/** Links that follow from something else that a record holds, and how one of them is made. */
export const derivedLinkTypes: { readonly [type: string]: string } = {
  mentions: 'write [[id]] in the text',
  supersedes: 'use "memo upsert --supersedes"',
  evidence: 'name it in the evidence of the record',
}
