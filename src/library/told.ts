/** Answers and failures in the words of the library: the verbs advise in those of the command line. */
import { MemoError } from '../lib/errors.ts'
import { toFailure } from '../lib/failure.ts'
import { advise, type Renamed, toParameterNames } from '../lib/parameter-names.ts'
import { failureWithoutSecrets } from '../record/secrets/without-secrets.ts'

/** Flags whose option is called otherwise. */
const renamed: Renamed = {
  all: 'allProjects',
  facet: 'facets',
  kind: 'kinds',
  scratch: 'includeScratch',
  status: 'statuses',
  tag: 'tags',
  vault: 'root',
}

/** What an answer advises, in the names of the options. */
export function toAdvised<Answer extends object>(answer: Answer): Answer {
  return advise(answer, renamed)
}

/** Runs the work; whatever goes wrong but an abort comes out as a `MemoError`, without a secret in what it says. */
export async function told<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (signal?.aborted && error === signal.reason) throw error
    throw await toTold(error)
  }
}

/** Whatever was thrown, as the library throws it. */
export async function toTold(error: unknown): Promise<MemoError> {
  const { code, message, hint, cause } = await failureWithoutSecrets(toFailure(error))
  const how = hint === undefined ? undefined : toParameterNames(hint, renamed)
  return new MemoError(code, toParameterNames(message, renamed), { hint: how, cause })
}
