/** In which order the test files start. A clean clone has no times of an earlier run to go by. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest, so that none of them is what the others wait for at the end. */
const slowest = [
  'contracts/json-output',
  'monitor/web/page',
  'commands/upsert-batch',
  'vault/law-3',
  'vault/laws',
  'commands/interrupt',
  'commands/bad-input',
  'vault/commit-cases',
  'docs',
  'vault/lock',
  'commands/search',
  'vault/sync/foreign',
  'torture/processes',
  'vault/sync/remotes',
  'vault/sync/redact',
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
