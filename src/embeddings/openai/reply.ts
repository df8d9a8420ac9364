/** What an embedding server answers, as far as it is needed, and the vectors in it. */
import * as z from 'zod'
import { toUnitVector } from '../unit-vector.ts'

const Reply = z.object({
  data: z.array(
    z.object({
      /** Which of the texts it is for; the order of the list where a server leaves it out. */
      index: z.int().min(0).optional(),
      embedding: z.array(z.number()).min(1),
    }),
  ),
})

/** A vector of length 1 for each of the `count` texts, in their order; or what is wrong with the answer. */
export function readReply(reply: unknown, count: number): Float32Array[] | string {
  const { data, error } = Reply.safeParse(reply)
  const issue = error?.issues[0]
  if (issue !== undefined) return `${issue.path.join('.') || 'the answer'}: ${issue.message}`
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count }, () => undefined)
  for (const [place, { index = place, embedding }] of (data?.data ?? []).entries()) {
    if (index >= count || vectors[index] !== undefined) return `${index} is not the index of one of ${count} texts`
    const vector = toUnitVector(embedding)
    if (vector === undefined) return `the vector at ${index} has no length`
    vectors[index] = vector
  }
  const present = vectors.filter((vector) => vector !== undefined)
  return present.length === count ? present : `${present.length} vectors for ${count} texts`
}
