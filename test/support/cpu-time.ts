/** Milliseconds of the processor that synchronous work takes: other programs on a busy machine do not count. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
