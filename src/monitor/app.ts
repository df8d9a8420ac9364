/** The server's answers: who may ask, which route it is, what it says. Knows requests and responses, not sockets. */
import { type Context, Hono } from 'hono'
import { measureVault } from '../vault/upkeep/measure.ts'
import type { Access } from './access.ts'
import { type EventStreams, streamHeaders } from './event-stream.ts'
import { expositionType } from './exposition.ts'
import { methods } from './gate.ts'
import type { VaultHost } from './host.ts'
import type { Metrics } from './metrics.ts'
import { readParameters } from './parameters.ts'
import { type Refusal, toRefusal, toRefusalBody } from './refusal.ts'
import { remembered } from './remembered.ts'
import { apiHeaders } from './response-headers.ts'
import type { Route } from './routes/route.ts'
import { routes } from './routes/table.ts'
import { toJson } from './to-json.ts'
import type { WebFiles } from './web-files.ts'

export interface AppOptions {
  host: VaultHost
  access: Access
  metrics: Metrics
  streams: EventStreams
  files: WebFiles
  version: string
}

interface Variables {
  /** The path of the route that answered, for the metrics; paths that clients make up would fill them. */
  route?: string
}

type Asking = Context<{ Variables: Variables }>

/** The page holds nothing of the vault; everything that does stands behind the token. */
export function monitorApp(options: AppOptions): Hono<{ Variables: Variables }> {
  const { access, files, metrics } = options
  const app = new Hono<{ Variables: Variables }>()
  app.use('*', async (asking, next) => {
    await next()
    metrics.answered(asking.get('route') ?? 'other', asking.res.status)
  })
  app.options('*', () => new Response(null, { status: 204, headers: { ...apiHeaders, allow: methods } }))
  app.get('/healthz', (asking) => answer(toHealth(options, isAllowed(asking, access))))
  app.get('/login', (asking) => login(asking, access))
  app.get('*', async ({ req }, next) => files.find(req.path, req.header('if-none-match')) ?? next())
  app.get('/', () => refuse(withoutPage))
  app.use('*', async (asking, next) => (isAllowed(asking, access) ? next() : refuse(unauthorized)))
  app.get('/metrics', () => tellMetrics(options))
  app.get('/api/events/stream', (asking) => stream(asking, options.streams))
  for (const route of routes) app.get(route.path, toHandler(route, options))
  app.notFound(({ req }) => refuse({ status: 404, code: 'NOT_FOUND', message: `there is no ${req.path} here` }))
  app.onError(async (error) => refuse(await toRefusal(error)))
  return app
}

const withoutPage: Refusal = {
  ...{ status: 404, code: 'NOT_FOUND', message: 'the web page is not built' },
  hint: 'run "npm run build"; the API at /api works without it',
}

const unauthorized: Refusal = {
  ...{ status: 401, code: 'UNAUTHORIZED', message: 'a token is needed' },
  hint: 'open the login link that memo serve printed, or send "Authorization: Bearer TOKEN"',
  headers: { 'www-authenticate': 'Bearer realm="memo"' },
}

const tooManyStreams: Refusal = {
  ...{ status: 429, code: 'TOO_MANY', message: 'too many open streams', hint: 'close one' },
  headers: { 'retry-after': '5' },
}

function isAllowed({ req }: Asking, access: Access): boolean {
  return access.isAllowed({ authorization: req.header('authorization'), cookie: req.header('cookie') })
}

/** Strangers learn that a server is there, and nothing of what it serves. */
function toHealth({ host, version }: AppOptions, isKnown: boolean): object {
  return isKnown ? { ok: true, vault: host.root, version } : { ok: true }
}

/** The token must not stay in the address that the browser shows and remembers. */
function login({ req }: Asking, access: Access): Response {
  const cookie = access.login(req.query('token') ?? '')
  if (cookie === undefined) return refuse(unauthorized)
  return new Response(null, { status: 303, headers: { ...apiHeaders, location: '/', 'set-cookie': cookie } })
}

async function tellMetrics({ host, metrics, streams, version }: AppOptions): Promise<Response> {
  const text = metrics.tell(await host.run(measureVault), { version, streams: streams.count })
  return new Response(text, { headers: { ...apiHeaders, 'content-type': expositionType } })
}

async function stream(asking: Asking, streams: EventStreams): Promise<Response> {
  const { req } = asking
  asking.set('route', '/api/events/stream')
  if (req.method === 'HEAD') return new Response(null, { headers: streamHeaders })
  return (await streams.open(req.header('last-event-id'))) ?? refuse(tooManyStreams)
}

function toHandler(route: Route, { host, metrics }: AppOptions): (asking: Asking) => Promise<Response> {
  const { cwd } = host
  const respond = (asked: { query: never; place: { [name: string]: string } }): Promise<object> =>
    host.run((vault) => route.respond(vault, { ...asked, cwd, metrics }))
  const ask = route.cachedMs === undefined ? respond : remembered(respond, route.cachedMs)
  return async (asking) => {
    asking.set('route', route.path)
    // Each row reads its own parameters; the table cannot say so of them all.
    const query = readParameters(route.parameters, new URL(asking.req.url).searchParams) as never
    return answer(await ask({ query, place: asking.req.param() as { [name: string]: string } }))
  }
}

function answer(value: object): Response {
  return new Response(toJson(value), { headers: apiHeaders })
}

function refuse(refusal: Refusal): Response {
  return new Response(toRefusalBody(refusal), {
    status: refusal.status,
    headers: { ...apiHeaders, ...refusal.headers },
  })
}
