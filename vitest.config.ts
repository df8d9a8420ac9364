import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    setupFiles: ['test/support/setup.ts'],
    // A child process per file: tests change HOME, the working directory and the exit status of their process.
    pool: 'forks',
    // Most of a file's time it waits for programs that it has started.
    maxWorkers: availableParallelism() + 1,
    // Several start the program, a few start many of them; a slow machine shall not fail them.
    testTimeout: 30_000,
    reporters: ['default', ['json', { outputFile: '.cache/test-report.json' }]],
  },
})
