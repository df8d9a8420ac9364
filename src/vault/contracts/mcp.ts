/** What `memo mcp --http --json` prints when it can be reached; on standard input and output it prints nothing but protocol. */
import * as z from 'zod'

export const mcpResult = z.object({ url: z.string().describe('where clients find the server') })
