import { expect, test } from 'vitest'
import type { IndexDatabase } from '../../../src/projections/index/database.ts'
import {
  addFileStates,
  type FileState,
  findFileAt,
  findFileOf,
  findFileState,
  isFileContested,
  listFileFolders,
  listFilesIn,
  listFilesOf,
  listKnownFiles,
  saveFileState,
} from '../../../src/projections/index/file-rows.ts'
import { memoryIndex } from '../../../src/projections/index/open-index.ts'

function file(path: string, said: Partial<FileState> = {}): FileState {
  const [, project = '', , name = ''] = path.split('/')
  const id = name.replace(/\.md$/, '')
  const projected = { id, project, kind: 'note' }
  const signature = { size: 7, mtime: 12.5, inode: 3 }
  return { path, project, id, ...signature, hash: 'h', projected, bodyHash: 'b', problem: undefined, ...said }
}

function indexOf(...files: FileState[]): IndexDatabase {
  const db = memoryIndex()
  for (const each of files) saveFileState(db, each)
  return db
}

const paths = [
  'projects/demo-two/notes/a.md',
  'projects/demo/notes/a.md',
  'projects/demo/notes/b.c.md',
  'projects/demo/traps/a.md',
]

test.each<[string, Partial<FileState>]>([
  ['of its own name', {}],
  ['of another name', { id: 'other', projected: { id: 'other', project: 'demo' } }],
  ['that names no record', { projected: { kind: 'note' } }],
  ['that names another project', { projected: { id: 'b.c', project: 'elsewhere' } }],
  ['with a problem', { problem: 'its frontmatter does not parse' }],
])('a file %s comes back as it was saved, written twice or once', (_, said) => {
  const state = file('projects/demo/notes/b.c.md', said)
  const db = indexOf(state)
  expect(findFileState(db, state.path)).toEqual(state)
  saveFileState(db, { ...state, size: 8 })
  expect(findFileState(db, state.path)).toEqual({ ...state, size: 8 })
  expect(findFileOf(db, 'demo', state.id)).toEqual({ ...state, size: 8 })
  expect(findFileAt(db, 'projects/demo/traps/elsewhere.md', state)).toEqual({ ...state, size: 8 })
})

test('many files are noted as each is alone', () => {
  const states = Array.from({ length: 60 }, (_, n) =>
    file(`projects/demo/notes/n${n}.md`, n % 7 === 0 ? { id: `other-${n}` } : { size: n }),
  )
  const db = memoryIndex()
  addFileStates(db, states)
  const alone = indexOf(...states)
  for (const { path } of states) expect(findFileState(db, path)).toEqual(findFileState(alone, path))
  expect(listFilesIn(db, 'projects/demo/notes')).toHaveLength(60)
})

test('a file is that of the record that it names, not of the one that its own name would be', () => {
  const state = file('projects/demo/notes/a.md', { id: 'other', projected: { id: 'other', project: 'demo' } })
  const db = indexOf(state)
  expect(findFileOf(db, 'demo', 'other')).toEqual(state)
  expect(findFileOf(db, 'demo', 'a')).toBeUndefined()
  expect(findFileAt(db, state.path, { project: 'demo', id: 'a' })).toBeUndefined()
})

test('a row says once where its file is, whose it is, and what the frontmatter says of that', () => {
  const row = indexOf(file('projects/demo/notes/one-idea.md')).prepare('SELECT * FROM file_states').get()
  const { path: _, id: __, ...stored } = row ?? {}
  expect(JSON.stringify(stored).match(/one-idea|demo/g)).toEqual(['demo', 'one-idea'])
})

test('every file is listed once, page by page, and the folders without a look at each', () => {
  const db = indexOf(...paths.map((path) => file(path)))
  const pages = paths
    .map((_, n) => n)
    .reduce<string[]>((seen) => {
      return [...seen, ...listKnownFiles(db, { after: seen.at(-1) ?? '', limit: 1 }).map(({ path }) => path)]
    }, [])
  expect(pages.toSorted()).toEqual(paths.toSorted())
  expect(listKnownFiles(db, { after: pages.at(-1) ?? '', limit: 1 })).toEqual([])
  const upTo = (until: string) => listKnownFiles(db, { after: '', until, limit: 9 }).map(({ path }) => path)
  expect(paths.map((_, n) => upTo(pages[n] ?? ''))).toEqual(paths.map((_, n) => pages.slice(0, n + 1)))
  expect(listFileFolders(db)).toEqual(['projects/demo/notes', 'projects/demo/traps', 'projects/demo-two/notes'])
  expect(listFilesIn(db, 'projects/demo/notes').map(({ path }) => path)).toEqual(paths.slice(1, 3))
  expect(listFilesIn(db, 'projects/demo')).toEqual([])
  const names = ['b.c.md', 'INDEX.md', 'b.c', 'new.md']
  expect(listFilesOf(db, 'projects/demo/notes', names).map(({ path }) => path)).toEqual([paths[2]])
})

test('two files that name one record are told apart, and the one without a problem is its own', () => {
  const [first, second] = [
    file('projects/demo/notes/a.md', { problem: 'half a merge' }),
    file('projects/demo/traps/a.md'),
  ]
  const db = indexOf(first, second)
  expect(findFileOf(db, 'demo', 'a')?.path).toBe(second.path)
  expect(findFileAt(db, first.path, first)?.path).toBe(second.path)
  expect(isFileContested(db, first)).toBe(true)
  expect(isFileContested(indexOf(second), second)).toBe(false)
  expect(isFileContested(indexOf(second), { ...second, id: 'b' })).toBe(true)
})
