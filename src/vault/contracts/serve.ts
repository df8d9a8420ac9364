/** What `memo serve --json` prints when it listens, and what `GET /healthz` answers. */
import * as z from 'zod'

export const servingResult = z.object({
  url: z.string().describe('where the monitor listens'),
  login: z.string().describe('the address that logs a browser in; holds the token').exactOptional(),
  vault: z.string().describe('path of the vault'),
})

export const healthResult = z.object({
  ok: z.literal(true).describe('the server answers'),
  vault: z.string().describe('path of the vault; only for those who may ask').exactOptional(),
  version: z.string().describe('version of memo; only for those who may ask').exactOptional(),
})
