/** What the server tells of a record, as its contract says. */
import type * as z from 'zod'
import type { recordView } from '../../../vault/contracts/record-view.ts'

export type RecordView = z.infer<typeof recordView>
export type ShownRecord = RecordView['record']
