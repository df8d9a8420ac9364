/** How often one address may ask: a bucket that a request takes a drop from, and that fills again with time. */
import type { Ports } from '../lib/ports.ts'

/** A page that loads everything at once, or two hundred calls of a script, are no flood. */
const burst = 1000
const perSecond = 100
/** Full buckets are forgotten before so many are kept. */
const mostAddresses = 1000

interface Bucket {
  drops: number
  at: number
}

/** Tells of a request whether it may pass; each that may is counted. */
export function rateLimit({ now }: Pick<Ports, 'now'>): (address: string) => boolean {
  const buckets = new Map<string, Bucket>()
  return (address) => {
    const time = now()
    if (buckets.size >= mostAddresses) forgetFull(buckets, time)
    const bucket = buckets.get(address) ?? { drops: burst, at: time }
    const drops = filled(bucket, time)
    buckets.set(address, { drops: Math.max(0, drops - 1), at: time })
    return drops >= 1
  }
}

function filled({ drops, at }: Bucket, time: number): number {
  return Math.min(burst, drops + (Math.max(0, time - at) / 1000) * perSecond)
}

function forgetFull(buckets: Map<string, Bucket>, time: number): void {
  for (const [address, bucket] of buckets) if (filled(bucket, time) >= burst) buckets.delete(address)
  if (buckets.size >= mostAddresses) buckets.clear()
}
