/**
 * Words of a closed list that the schema of a tool does not spell out again: one tool shows the kinds, and a refusal
 * names what there is.
 */
import * as z from 'zod'
import { kindNames, statuses } from '../../record/vocabulary.ts'

export const kindWord = z.string().pipe(z.enum(kindNames))
export const statusWord = z.string().pipe(z.enum(statuses))
