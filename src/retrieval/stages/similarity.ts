/**
 * The filter of the settings `embeddings.enabled` with the provider `local` (seed "Search", embeddings): what the keyword
 * arm found must share enough words with the query. It leaves out, and never brings in or orders.
 */
import { countTerms, termCosine } from '../../embeddings/term-cosine.ts'
import type { Stage } from './stage.ts'

/** A record with a name of the query stands for itself, however much else it tells. */
export const similarityStage: Stage = {
  name: 'similarity',
  narrows: true,
  apply: (candidates, { query, minSimilarity, taggedTexts }) => {
    if (minSimilarity === undefined) return { candidates }
    const texts = taggedTexts(candidates.map(({ key }) => key))
    const wanted = countTerms(query.text)
    const isAlike = (key: number): boolean =>
      (termCosine(wanted, countTerms(texts.get(key) ?? '')) ?? 1) >= minSimilarity
    const kept = candidates.filter(({ key, arms }) => arms.some(({ arm }) => arm === 'exact') || isAlike(key))
    return { candidates: kept, detail: { minSimilarity } }
  },
}
