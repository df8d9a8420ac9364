/** What whoever installs memo does with it, one after another: each says what is wrong by throwing. */
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { find } from './scratch.mjs'

const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']

/** What people look at a server with; a version, so that one day's check is the next day's. */
const inspector = '@modelcontextprotocol/inspector@2.12.0'

/** By what is looked at; some have something to say. `modules` is where the global install has its packages. */
export function checksOf(scratch, { root, archive, name, version, modules, prefix }) {
  const { folder, run } = scratch
  const vault = ['--vault', join(folder, 'vault')]
  const project = join(folder, 'project')
  return {
    'npm i -g': () => {
      run('npm', ['install', '--global', '--prefix', prefix, ...quietly, archive])
      scratch.add(join(prefix, 'bin'))
    },
    'memo --version': () => expectThat(run('memo', ['--version']).stdout, `${name}/${version} `),
    'init, upsert, search, get, with SQLite as it was compiled': () => {
      run('memo', ['init', ...vault])
      const place = [...vault, '--project', 'shop']
      run('memo', ['upsert', ...place, '--kind', 'trap', '--body', 'Retries without jitter stampede.'])
      const { stdout, stderr } = run('memo', ['search', ...place, 'jitter', '--json'])
      expectThat(stdout, '"total": 1')
      // Without it there would be a note that answers are slower.
      if (stderr !== '') throw new Error(stderr)
      run('memo', ['get', ...place, 'retries-without-jitter-stampede'])
    },
    'help and a suggestion, by what oclif loads late': () => {
      expectThat(run('memo', ['search', '--help']).stdout, 'USAGE')
      expectThat(run('memo', ['--help']).stdout, 'COMMANDS')
      expectThat(run('memo', ['serch', 'x'], { status: 2 }).stderr, 'search')
    },
    'memo tui without a terminal': () => expectThat(run('memo', ['tui', ...vault], { status: 2 }).stderr, 'terminal'),
    'memo mcp': () => {
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'check', version: '1' } }
      const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`
      expectThat(run('memo', ['mcp', ...vault], { input }).stdout, '"serverInfo":{')
    },
    'memo serve': async () => {
      const { child, line } = await scratch.start('memo', ['serve', ...vault, '--port', '0'])
      const url = line.match(/https?:\S+/)?.[0] ?? ''
      const page = await (await fetch(url)).text()
      const script = page.match(/src="([^"]+\.js)"/)?.[1] ?? ''
      const { status } = await fetch(new URL(script, url))
      child.kill('SIGTERM')
      expectThat(`${page} ${status}`, '200')
    },
    'the manual page': () => expectThat(readFileSync(join(prefix, 'share/man/man1/memo.1'), 'utf8'), 'memo'),
    'the scripts for the shells': () => {
      const { stdout } = run('memo', ['completion', 'bash'])
      run('bash', ['-n'], { input: stdout })
      if (stdout !== readFileSync(join(modules, name, 'completion/memo.bash'), 'utf8'))
        throw new Error('two versions of one')
    },
    'npm exec': () => {
      const empty = join(folder, 'empty')
      mkdirSync(empty)
      const call = ['exec', '--yes', ...quietly, `--package=${archive}`, '--', 'memo', '--version']
      expectThat(run('npm', call, { cwd: empty }).stdout, `${name}/${version} `)
    },
    'npm i, as a dependency': () => {
      mkdirSync(project)
      writeFileSync(join(project, 'package.json'), '{"type": "module", "private": true}\n')
      run('npm', ['install', ...quietly, archive], { cwd: project })
    },
    'the types': () => {
      writeFileSync(join(project, 'program.mts'), program)
      const options =
        '--strict --skipLibCheck false --noEmit --module nodenext --target es2022 --lib es2022,dom --types'
      const call = [join(root, 'node_modules/typescript/bin/tsc'), ...options.split(' '), '', 'program.mts']
      run(process.execPath, call, { cwd: project })
    },
    'the examples': () => {
      for (const path of globSync(join(root, 'examples/*.mjs'))) {
        const example = join(project, basename(path))
        copyFileSync(path, example)
        if (!example.includes('follow')) run('node', [example, join(folder, 'example-vault')])
      }
    },
    'the inspector of MCP': () => {
      const place = join(folder, 'inspector')
      mkdirSync(place)
      writeFileSync(join(place, 'package.json'), '{"private": true}\n')
      run('npm', ['install', ...quietly, inspector], { cwd: place })
      const call = [join(place, 'node_modules/.bin/mcp-inspector'), '--cli', 'memo', 'mcp', ...vault, '--method']
      const { tools } = JSON.parse(run('node', [...call, 'tools/list']).stdout)
      const asked = ['--tool-name', 'search', '--tool-arg', 'query=jitter', '--tool-arg', 'crossProject=true']
      expectThat(run('node', [...call, 'tools/call', ...asked]).stdout, 'retries-without-jitter-stampede')
      return `${tools.length} tools`
    },
    'an old Node is told': () => {
      const old = find('node')
      const { stdout } = run(old, ['--version'])
      if (Number(stdout.match(/\d+/)?.[0]) >= 22) return `not looked at: ${stdout.trim()} is not old`
      const { stderr } = run(old, [join(modules, name, 'bin/run.js'), '--version'], { status: 1 })
      expectThat(stderr, 'memo needs Node 22.14 or 23.6, or newer')
      return stdout.trim()
    },
  }
}

const program = `import { openVault, type SearchResult } from 'memo-vault'
import { searchResult } from 'memo-vault/schemas'
await using vault = await openVault()
export const answer: SearchResult = searchResult.parse(await vault.search('x'))
`

function expectThat(text, part) {
  if (!text.includes(part)) throw new Error(`${JSON.stringify(part)} is not in:\n${text}`)
}
