/** Bytes as people read them: `812 B`, `4.2 KiB`, `1.0 GiB`. */
const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

export function renderSize(bytes: number): string {
  const at = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return `${(bytes / 1024 ** at).toFixed(at === 0 ? 0 : 1)} ${units[at]}`
}
