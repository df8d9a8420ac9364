/** The tools of the server, in the order in which a client shows them. */
import { bootstrap } from './bootstrap.ts'
import { feedback } from './feedback.ts'
import { forget } from './forget.ts'
import { get } from './get.ts'
import { recall } from './recall.ts'
import { related } from './related.ts'
import { search } from './search.ts'
import { status } from './status.ts'
import { timeline } from './timeline.ts'
import type { Tool } from './tool.ts'
import { upsert } from './upsert.ts'

export const tools: readonly Tool[] = [
  ...[bootstrap, search, timeline, get, recall],
  ...[upsert, feedback, forget, related, status],
]
