/** Everything that the doctor looks at, in the order in which one thing stands on another. */
import type { Check } from './check.ts'
import { checkCommits } from './check-commits.ts'
import { checkFileContents } from './check-contents.ts'
import { checkCopies } from './check-copies.ts'
import { checkEmbeddings } from './check-embeddings.ts'
import { checkCounters, checkNames, checkPlaces, checkPresence, checkReadable } from './check-files.ts'
import { checkGit } from './check-git.ts'
import { checkFold, checkFreshness, checkIndexFile, checkSearchTables } from './check-index.ts'
import { checkLayout, checkPermissions } from './check-layout.ts'
import { checkLines } from './check-lines.ts'
import { checkClock, checkLogAgainstIndex } from './check-log.ts'
import { checkAccess, checkErrors, checkLeftovers, checkLock, checkQuarantine } from './check-machine.ts'
import { checkNativeModule, checkNode } from './check-program.ts'
import { checkContradictions, checkLinks, checkMoved, checkObsolete } from './check-records.ts'
import { checkSecrets } from './check-secrets.ts'
import { checkAliased, checkAliases, checkConflicts, checkProfile } from './check-settings.ts'

export const checks: readonly Check[] = [
  { name: 'node', run: () => [...checkNode(), ...checkNativeModule()] },
  { name: 'access', run: ({ vault }) => checkAccess(vault) },
  { name: 'layout', run: ({ vault }) => checkLayout(vault.paths) },
  { name: 'settings', run: ({ vault }) => [...checkConflicts(vault), ...checkProfile(vault)] },
  { name: 'lock', run: ({ vault }) => checkLock(vault) },
  { name: 'log', isProof: true, decides: 'log', run: ({ vault, counts }) => checkLines(vault.log.segments, counts) },
  { name: 'copies of log files', isProof: true, run: ({ vault }) => checkCopies(vault.paths) },
  { name: 'log against commits', isProof: true, run: checkCommits },
  { name: 'index', isProof: true, decides: 'index', run: checkIndexFile },
  {
    name: 'log against index',
    isProof: true,
    needs: ['log', 'index'],
    decides: 'log',
    run: ({ vault }) => checkLogAgainstIndex(vault),
  },
  { name: 'freshness', isProof: true, needs: ['index'], run: checkFreshness },
  { name: 'clock', needs: ['index'], run: ({ vault }) => checkClock(vault) },
  { name: 'search tables', isProof: true, needs: ['index'], run: checkSearchTables },
  { name: 'index against log', isProof: true, needs: ['log', 'index'], run: checkFold },
  { name: 'aliases', needs: ['index'], run: ({ vault }) => [...checkAliases(vault), ...checkAliased(vault)] },
  {
    name: 'files',
    isProof: true,
    needs: ['index'],
    run: ({ vault }) => [...checkReadable(vault), ...checkPresence(vault)],
  },
  { name: 'files against log', isProof: true, needs: ['log', 'index'], run: checkFileContents },
  { name: 'file names', needs: ['index'], run: ({ vault }) => [...checkNames(vault), ...checkPlaces(vault)] },
  { name: 'counters', needs: ['index'], run: checkCounters },
  { name: 'links', needs: ['index'], run: ({ vault }) => checkLinks(vault) },
  { name: 'moved records', needs: ['index'], run: ({ vault }) => checkMoved(vault) },
  { name: 'contradictions', needs: ['index'], run: ({ vault }) => checkContradictions(vault) },
  { name: 'obsolete records', needs: ['index'], run: ({ vault }) => checkObsolete(vault) },
  { name: 'embeddings', needs: ['index'], run: ({ vault }) => checkEmbeddings(vault) },
  { name: 'secrets', needs: ['index'], run: ({ vault }) => checkSecrets(vault) },
  { name: 'permissions', run: ({ vault }) => checkPermissions(vault.paths) },
  { name: 'leftovers', run: ({ vault }) => checkLeftovers(vault) },
  { name: 'quarantine', run: ({ vault }) => checkQuarantine(vault) },
  { name: 'errors', run: ({ vault }) => checkErrors(vault) },
  { name: 'git', run: ({ vault }) => checkGit(vault) },
]
