/** docs/peers.md out of what a run found. */
import { costRows, isBehind, qualityRows, type Row, ratioOf } from './cells.ts'
import { reasonFor } from './reasons.ts'
import type { CorpusResult, PeerResult, Results } from './results.ts'

export function toPage(results: Results): string {
  const parts = [
    ['# Beside other programs', tellRun(results)],
    ['## Who', tellPeers(results.peers)],
    ...results.corpora.map((corpus) => tellCorpus(corpus, results.peers)),
    ['## How well they rank', ...tellQuality(results)],
    ['## Where memo is behind', tellBehind(results)],
    ['## What is not the same', tellDifferences(results.peers)],
    ['## How it is measured', method],
  ]
  return `${parts.flat().join('\n\n')}\n`
}

function tellRun({ machine, quick, rounds }: Results): string {
  const { node, cpu, cores, memoryGb } = machine
  const made = quick ? '**Made by a quick run: less of everything, and few rounds.**\n\n' : ''
  return `${made}memo and other programs that find documents, in one run on the same documents and questions. ${cpu}, ${cores} cores,
${memoryGb} GB, Node ${node}; ${rounds.cold} cold and ${rounds.warm} warm searches each. In brackets is what memo has of what the other one has:
below 1 memo takes less. [bench/results/peers.json](../bench/results/peers.json) has every figure. Made anew by \`npm run bench:peers\`.`
}

function tellPeers(peers: readonly PeerResult[]): string {
  const lines = peers.map(({ name, source, version, installedMb, failed }) => [
    ...[name, source, version ?? `not here: ${failed}`],
    installedMb === undefined ? '–' : show(installedMb),
  ])
  return toTable(['program', 'from', 'version', 'installed, MB'], lines)
}

function tellCorpus(corpus: CorpusResult, peers: readonly PeerResult[]): string[] {
  const { name, what, documents, megabytes } = corpus
  const failures = corpus.peers.flatMap(({ name: peer, failures: all }) =>
    all.map(({ work, reason }) => `- ${peer} failed at \`${work}\`: ${inLine(reason)}`),
  )
  return [
    `## What they cost: ${name}`,
    `${documents} documents, ${show(megabytes)} MB: ${what}.`,
    toRowTable(costRows(corpus), namesOf(peers)),
    ...(failures.length === 0 ? [] : [failures.join('\n')]),
  ]
}

function tellQuality({ quality, peers, limits }: Results): string[] {
  const present = quality.filter(({ skipped: why }) => why === undefined)
  const skipped = quality.flatMap(({ name, skipped: why }) => (why === undefined ? [] : [`${name} (${why})`]))
  const sizes = present.map(({ name, queries, documents }) => `${name}: ${documents} documents, ${queries} queries`)
  const ranked = namesOf(peers).filter((name) => present.some((set) => set.peers.some((peer) => peer.name === name)))
  const failed = present.flatMap((set) =>
    set.peers.flatMap(({ name, failed: count, error = '', reason }) => {
      if (reason !== undefined) return [`- ${name} could not be asked ${set.name}: ${inLine(reason)}`]
      return count === 0
        ? []
        : [`- ${name} ended with an error for ${count} queries of ${set.name}, the first: ${inLine(error)}`]
    }),
  )
  return [
    `The first ten answers to the same questions over the same documents as files, with labels that others made; ${limits.queries} questions of a
set at most, spread evenly. ${sizes.join('; ')}.`,
    ...(skipped.length === 0 ? [] : [`Skipped: ${skipped.join(', ')}.`]),
    toRowTable(present.flatMap(qualityRows), ranked),
    ...(failed.length === 0 ? [] : [failed.join('\n')]),
  ]
}

/** Under each reason the programs, and what of them it explains. */
function tellBehind({ corpora, quality, peers }: Results): string {
  const rows = [
    ...corpora.flatMap((corpus) => costRows(corpus).map((row) => ({ row, where: corpus.name }))),
    ...quality.flatMap((set) => qualityRows(set).map((row) => ({ row, where: set.name }))),
  ]
  const behind = namesOf(peers).flatMap((peer) =>
    rows.filter(({ row }) => isBehind(row, peer)).map(({ row, where }) => ({ peer, row, where })),
  )
  if (behind.length === 0) return 'Nowhere in this run.'
  const byReason = Map.groupBy(behind, ({ row, peer }) => reasonFor(row.measure, peer))
  return [...byReason]
    .map(([reason, found]) => {
      const byPeer = [...Map.groupBy(found, ({ peer }) => peer)]
      return [reason, '', ...byPeer.map(([peer, all]) => `- **${peer}**: ${tellMeasures(all)}.`)].join('\n')
    })
    .join('\n\n')
}

function tellMeasures(found: readonly { peer: string; row: Row; where: string }[]): string {
  const byName = Map.groupBy(found, ({ row }) => row.name)
  return [...byName]
    .map(([name, all]) => {
      const ratios = all.map(({ row, where, peer }) => `${where} ${show(ratioOf(row, peer))}`)
      return `${name} ${ratios.join(', ')}`
    })
    .join('; ')
}

function tellDifferences(peers: readonly PeerResult[]): string {
  return peers
    .filter(({ differences }) => differences.length > 0)
    .map(({ name, differences }) => `- **${name}**: ${differences.join('; ')}.`)
    .join('\n')
}

const method = `- Each program is installed into a folder of its own and has a home of its own; what it wants to tell others is turned off.
- **Cold** is one command from its start to its end, **warm** a process that is asked again and again: the MCP server of memo, memhtml and
  qmd, the worker of claude-mem, the library of ClawVault. The words are the same for all, ten answers each.
- **Taking in** goes from an empty store to one that can be searched. memo writes log, files, index and git for it; the index
  anew is made from what the program has kept, where that is not the same work.
- **Memory** is that of the largest process of a command, and of a server with all that it started. Processor time is of all processes.
- **All that it keeps** leaves out the documents' own files, except where a program keeps them again in a form of its own.
- Programs take turns in every round; medians, with the quartiles beside the times.`

function inLine(message: string): string {
  return message.replace(/\s+/g, ' ').slice(0, 160)
}

function namesOf(peers: readonly PeerResult[]): string[] {
  return peers.filter(({ failed }) => failed === undefined).map(({ name }) => name)
}

function toRowTable(rows: readonly Row[], names: readonly string[]): string {
  const lines = rows
    .filter(({ values }) => [...values.values()].some((value) => value !== undefined))
    .map((row) => [row.label, ...names.map((name) => toCell(row, name))])
  return toTable(['', ...names], lines)
}

function toCell(row: Row, name: string): string {
  const value = row.values.get(name)
  if (value === undefined) return '–'
  const ratio = name === 'memo' ? undefined : ratioOf(row, name)
  const spread = row.spread.get(name)
  const beside = spread === undefined ? '' : ` ${show(spread[0])}–${show(spread[1])}`
  return `${row.isGain ? value.toFixed(3) : show(value)}${beside}${ratio === undefined ? '' : ` (${show(ratio)})`}`
}

/** Three digits, as long as they are behind the point. */
function show(value: number | undefined): string {
  if (value === undefined) return '–'
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(value < 10 ? 2 : 3)))
}

function toTable(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const all = [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...lines]
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
