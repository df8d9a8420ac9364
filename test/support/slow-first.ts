/** In which order the test files start. A clean clone has no times of an earlier run to go by. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest, so that none of them is what the others wait for at the end. */
const slowest = [
  'contracts/json-output',
  'vault/sync/foreign',
  'commands/upsert-batch',
  'monitor/web/page',
  'vault/sync/exchange',
  'vault/sync/remotes',
  'commands/search',
  'vault/sync/by-hand',
  'commands/interrupt',
  'vault/sync/redact',
  'vault/lock',
  'vault/sync/forks',
  'docs',
  'torture/processes',
  'commands/bad-input',
  'vault/index-trouble',
  'vault/law-3',
  'vault/sync/odd-names',
  'vault/committing/commit-cases',
  'torture/sync-kill',
]

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = slowest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
  return place === -1 ? slowest.length : place
}
