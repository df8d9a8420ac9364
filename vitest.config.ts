import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './test/support/slow-first.ts'

/** Mocks a module of Node, so it has a process of its own. */
const mocking = 'test/events/failing-disk.test.ts'

const shared = {
  setupFiles: ['test/support/setup.ts'],
  // Several start the program, a few start many of them; a slow machine shall not fail them.
  ...{ testTimeout: 30_000, hookTimeout: 30_000 },
  // A test that fails before it puts things back takes no other with it.
  ...{ unstubEnvs: true, restoreMocks: true },
}

// One process runs many files, each of which leaves it as it was: to load the modules anew took most of the time.
export default defineConfig({
  test: {
    // Not threads: tests change the environment, the umask and the working directory of their process.
    pool: 'forks',
    // Some of a file's time it waits for programs that it has started.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowFirst },
    reporters: ['default', ['json', { outputFile: '.cache/test-report.json' }]],
    projects: [
      {
        extends: true,
        test: {
          ...{ ...shared, name: 'node', include: ['test/**/*.test.ts'], exclude: [mocking], isolate: false },
          // Node reads the sources as they are.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      { extends: true, test: { ...shared, name: 'components', include: ['test/**/*.test.tsx'], isolate: false } },
      { extends: true, test: { ...shared, name: 'mocking', include: [mocking] } },
    ],
  },
})
