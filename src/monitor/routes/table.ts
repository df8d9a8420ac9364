/** Every route: those of the API that answer with one object, and for the reference those that do not. */
import { eventList } from './events.ts'
import { doctor, graph, projectList, status } from './overview.ts'
import { recordList, recordSearch, recordShown } from './records.ts'
import type { Route } from './route.ts'

export const routes: readonly Route[] = [
  ...[recordList, recordSearch, recordShown],
  ...[projectList, graph, eventList, status, doctor],
]

export interface OtherRoute {
  path: string
  summary: string
  /** Answered without a token. */
  isOpen: boolean
  /** The schema of what it sends, where that is JSON. */
  answer?: string
}

export const otherRoutes: readonly OtherRoute[] = [
  {
    path: '/api/events/stream',
    summary:
      'Sends events as the log grows, whoever writes them (server-sent events): first "ready", then "activity" for each ' +
      'event. The id of a message says where to go on; a browser sends it back as Last-Event-ID.',
    isOpen: false,
    answer: 'activity',
  },
  { path: '/metrics', summary: 'Tells counters and latencies in the text format of Prometheus.', isOpen: false },
  {
    path: '/healthz',
    summary: 'Tells that the server answers, and to those with the token which vault it serves.',
    isOpen: true,
    answer: 'health',
  },
  {
    path: '/login',
    summary: 'Takes the token as ?token=, leaves a cookie, and goes on to the page without it.',
    isOpen: true,
  },
  { path: '/', summary: 'The web page and its files; they hold nothing of the vault.', isOpen: true },
]
