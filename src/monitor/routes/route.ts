/** What a route of the API is: one row of the table that the server, the reference and the tests are made from. */
import type * as z from 'zod'
import type { Vault } from '../../vault/vault.ts'
import type { Metrics } from '../metrics.ts'
import type { Parameters } from '../parameters.ts'

export interface Asked<Query> {
  query: Query
  /** The parts of the path that the route leaves open. */
  place: { [name: string]: string }
  /** Where the server was started: paths that are relative are so to this. */
  cwd: string
  metrics: Metrics
}

export interface Route {
  /** As Hono reads it. */
  path: string
  /** One sentence. */
  summary: string
  parameters: Parameters
  /** The schema of the answer, by its file in the reference. */
  answer: string
  /** For so long (ms) an answer is given again; only where there are no parameters. */
  cachedMs?: number
  /** One verb of the vault, which is asked by nobody else meanwhile. */
  respond(vault: Vault, asked: Asked<never>): Promise<object>
}

/** A row whose answer is asked with what its own parameters are read to. */
export function route<Query extends Parameters>(
  row: Omit<Route, 'respond' | 'parameters'> & {
    parameters: Query
    respond(vault: Vault, asked: Asked<z.infer<Query>>): Promise<object>
  },
): Route {
  return row
}
