import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { parse as parseJsonc } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { agents } from '../../../src/vault/setup/agents.ts'
import { jsoncFormat } from '../../../src/vault/setup/jsonc-format.ts'
import {
  type AgentName,
  agentNames,
  carryOut,
  isPending,
  planSetup,
  type SetupInput,
  type SetupResult,
  setupScopes,
} from '../../../src/vault/setup/setup.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

type Call = Partial<Pick<SetupInput, 'scope' | 'action' | 'vault' | 'variable' | 'platform'>>

/** A home of its own with a project in it, and `memo setup` there. */
function makeHome() {
  const home = makeTempDir()
  const cwd = join(home, 'work/shop/src')
  mkdirSync(cwd, { recursive: true })
  mkdirSync(join(home, 'work/shop/.git'))
  writeFileSync(join(home, 'work/shop/.git/HEAD'), 'ref: refs/heads/main\n')
  const plan = (agent: AgentName, call: Call = {}) =>
    planSetup({
      ...{ agent, scope: 'user', home, cwd, vault: undefined, action: 'add' },
      ...{ platform: 'linux', variable: () => undefined, ...call },
    })
  const setUp = (agent: AgentName, call: Call = {}): SetupResult => carryOut(plan(agent, call))
  const at = (path: string): string => join(home, path)
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
  }
  return { home, plan, setUp, at, write, read: (path: string) => readFileSync(at(path), 'utf8') }
}

const places: { [agent in AgentName]: { user: string[]; project: string[] } } = {
  'claude-code': {
    user: ['.claude.json', '.claude/settings.json'],
    project: ['work/shop/.mcp.json', 'work/shop/.claude/settings.json'],
  },
  codex: {
    user: ['.codex/config.toml', '.codex/hooks.json'],
    project: ['work/shop/.codex/config.toml', 'work/shop/.codex/hooks.json'],
  },
  cursor: {
    user: ['.cursor/mcp.json', '.cursor/hooks.json'],
    project: ['work/shop/.cursor/mcp.json', 'work/shop/.cursor/hooks.json'],
  },
  vscode: { user: ['.config/Code/User/mcp.json'], project: ['work/shop/.vscode/mcp.json'] },
  opencode: { user: ['.config/opencode/opencode.json'], project: ['work/shop/opencode.json'] },
  gemini: { user: ['.gemini/settings.json'], project: ['work/shop/.gemini/settings.json'] },
}

const cases = agentNames.flatMap((agent) => setupScopes.map((scope) => ({ agent, scope, paths: places[agent][scope] })))

const keptJson = `// mine
{
    /* servers */ "mcpServers": {
        "other": {"command": "other", "args": []} // stays
    },
    "servers": {},
    "mcp": {"other": {"type": "remote", "url": "https://example.com"},},
    "hooks": {
        "SessionStart": [
            {"matcher": "startup", "hooks": [{"type": "command", "command": "date"}]}, // and this
        ],
    },
    "theme": "dark",
}
`

const keptToml = `# mine
model = "large" # stays

[mcp_servers.other]
command = "other"

# about the profile
[profiles.fast]
text = """
[mcp_servers.memo]
"""
`

const contentOf = (path: string): string => (path.endsWith('.toml') ? keptToml : keptJson)
const modelOf = (path: string, text: string): unknown => (path.endsWith('.toml') ? parseToml(text) : parseJsonc(text))

const remarksOf = (text: string) => text.match(/(?:\/\/ |# ).*|\/\*.*?\*\//g)

describe.each(cases)('memo setup $agent --scope $scope', ({ agent, scope, paths }) => {
  test('makes the files, changes nothing the second time, and removes them again', () => {
    const { setUp, plan, at, read } = makeHome()
    const made = setUp(agent, { scope })
    expect(made.files.map(({ path, change }) => [path, change])).toEqual(paths.map((path) => [at(path), 'create']))
    for (const [index, path] of paths.entries()) expect(read(path)).toBe(made.files[index]?.entry)
    expect(isPending(plan(agent, { scope }))).toBe(false)
    expect(setUp(agent, { scope, action: 'remove' })).toMatchObject({ written: true })
    for (const path of paths) expect(existsSync(at(path))).toBe(false)
    expect(setUp(agent, { scope, action: 'remove' })).toMatchObject({ written: false })
  })

  test('keeps every comment and key of a file, and remove restores it byte for byte', () => {
    const { setUp, plan, at, read, write } = makeHome()
    for (const path of paths) write(path, contentOf(path))
    const added = setUp(agent, { scope })
    for (const [index, path] of paths.entries()) {
      const text = read(path)
      expect(added.files[index]).toMatchObject({ change: 'change', backup: `${at(path)}.before-memo` })
      expect(readFileSync(`${at(path)}.before-memo`, 'utf8')).toBe(contentOf(path))
      expect(remarksOf(text)).toEqual(remarksOf(contentOf(path)))
      expect(modelOf(path, text)).not.toEqual(modelOf(path, contentOf(path)))
    }
    expect(isPending(plan(agent, { scope }))).toBe(false)
    setUp(agent, { scope, action: 'remove' })
    for (const path of paths) {
      expect(read(path)).toBe(contentOf(path))
      expect(existsSync(`${at(path)}.before-memo`)).toBe(false)
    }
  })

  test('takes out exactly its own where a person has written since', () => {
    const { setUp, at, read, write } = makeHome()
    const ending = (path: string): string => (path.endsWith('.toml') ? '\n[later]\nkey = 1\n' : '// later\n')
    for (const path of paths) write(path, contentOf(path))
    setUp(agent, { scope })
    for (const path of paths) writeFileSync(at(path), read(path) + ending(path))
    setUp(agent, { scope, action: 'remove' })
    for (const path of paths) expect(modelOf(path, read(path))).toEqual(modelOf(path, contentOf(path) + ending(path)))
    for (const path of paths) expect(read(path)).toContain(ending(path))
  })

  test('leaves all files alone when one does not parse', () => {
    const { setUp, at, read, write } = makeHome()
    const last = paths.at(-1) ?? ''
    write(last, '{"a": [1,, = }')
    expect(() => setUp(agent, { scope })).toThrow(new RegExp(`${at(last)} is not valid (JSON|TOML): .*`))
    expect(read(last)).toBe('{"a": [1,, = }')
    for (const path of paths.slice(0, -1)) expect(existsSync(at(path))).toBe(false)
  })
})

test('what is written for each agent', () => {
  const { plan } = makeHome()
  const entries = agentNames.map((agent) => [agent, plan(agent, { action: 'print' }).files.map(({ entry }) => entry)])
  expect(Object.fromEntries(entries)).toMatchSnapshot()
})

test('print reads nothing: it helps where a file does not parse', () => {
  const { setUp, write, home } = makeHome()
  write('.cursor/mcp.json', '{')
  expect(setUp('cursor', { action: 'print' })).toMatchObject({ written: false })
  expect(readdirSync(join(home, '.cursor'))).toEqual(['mcp.json'])
})

test('a linked file stays a link, its target is changed, and the mode stays', () => {
  const { setUp, at, read, write } = makeHome()
  write('dotfiles/mcp.json', '{}')
  mkdirSync(at('.cursor'))
  symlinkSync('../dotfiles/mcp.json', at('.cursor/mcp.json'))
  symlinkSync('../dotfiles/hooks.json', at('.cursor/hooks.json'))
  const { mode } = statSync(at('dotfiles/mcp.json'))
  setUp('cursor')
  for (const name of ['mcp', 'hooks']) expect(lstatSync(at(`.cursor/${name}.json`)).isSymbolicLink()).toBe(true)
  expect(read('dotfiles/mcp.json')).toContain('"memo"')
  expect(read('dotfiles/hooks.json')).toContain('memo bootstrap --hook cursor')
  expect(statSync(at('dotfiles/mcp.json')).mode).toBe(mode)
  setUp('cursor', { action: 'remove' })
  expect(read('dotfiles/mcp.json')).toBe('{}')
})

test('another vault changes the entries in place and keeps what a person added to them', () => {
  const { setUp, read, write } = makeHome()
  write(
    '.gemini/settings.json',
    `{
  "mcpServers": {
    "memo": {"command": "/opt/bin/memo", "args": ["mcp"], "env": {"A": "1"}} // here
  },
  "hooks": {"SessionStart": [{"hooks": [{"command": "/opt/bin/memo bootstrap --hook gemini", "timeout": 5}]}]}
}`,
  )
  setUp('gemini', { vault: "/a b/it's" })
  expect(read('.gemini/settings.json')).toContain('// here')
  expect(parseJsonc(read('.gemini/settings.json'))).toMatchObject({
    mcpServers: { memo: { command: '/opt/bin/memo', args: ['mcp', '--vault', "/a b/it's"], env: { A: '1' } } },
    hooks: {
      SessionStart: [
        { hooks: [{ command: "/opt/bin/memo bootstrap --hook gemini --vault '/a b/it'\\''s'", timeout: 5 }] },
      ],
      SessionEnd: [{ hooks: [{ command: "memo commit --hook --vault '/a b/it'\\''s'" }] }],
    },
  })
  setUp('gemini', { action: 'remove' })
  expect(parseJsonc(read('.gemini/settings.json'))).toEqual({ mcpServers: {} })
})

test('the line that an earlier version wrote for the end of a session becomes the new one', () => {
  const { setUp, read, write } = makeHome()
  const hooks = { SessionEnd: [{ hooks: [{ type: 'command', command: '/opt/bin/memo commit --json', timeout: 9 }] }] }
  write('.gemini/settings.json', JSON.stringify({ hooks }))
  setUp('gemini', {})
  expect(parseJsonc(read('.gemini/settings.json'))).toMatchObject({
    hooks: { SessionEnd: [{ hooks: [{ command: '/opt/bin/memo commit --hook', timeout: 9 }] }] },
  })
})

test.each(['&& say bye', '; say bye', '| tee log'])('a line that goes on with "%s" is a person\'s', (rest) => {
  const { setUp, read, write } = makeHome()
  const command = `memo commit --hook ${rest}`
  const before = JSON.stringify({ hooks: { SessionEnd: [{ hooks: [{ type: 'command', command }] }] } })
  write('.gemini/settings.json', before)
  setUp('gemini', { vault: "/it's; a & b" })
  setUp('gemini', { vault: '/c; d' })
  const commands = parseJsonc(read('.gemini/settings.json')).hooks.SessionEnd.flatMap(
    ({ hooks }: { hooks: { command: string }[] }) => hooks.map((hook) => hook.command),
  )
  expect(commands).toEqual([command, "memo commit --hook --vault '/c; d'"])
  setUp('gemini', { action: 'remove' })
  expect(parseJsonc(read('.gemini/settings.json')).hooks).toEqual(JSON.parse(before).hooks)
})

test('another vault in TOML changes one line', () => {
  const { setUp, read, write } = makeHome()
  write(
    '.codex/config.toml',
    '[mcp_servers.memo] # mine\ncommand = "memo"\nargs = ["mcp"] # so\nenabled = false\n\n# end\n',
  )
  setUp('codex', { vault: '/a $1 b' })
  expect(read('.codex/config.toml')).toBe(
    '[mcp_servers.memo] # mine\ncommand = "memo"\nargs = ["mcp", "--vault", "/a $1 b"] # so\nenabled = false\n\n# end\n',
  )
  setUp('codex', { action: 'remove' })
  expect(read('.codex/config.toml')).toBe('\n# end\n')
})

test.each([
  [
    'cursor',
    '.cursor/mcp.json',
    '{"mcpServers": {"memo": {"command": "npx", "args": ["other-memo"]}}}',
    'another server',
  ],
  ['cursor', '.cursor/mcp.json', '{"mcpServers": {"a": {}}, "mcpServers": {}}', 'twice|without changing'],
  ['cursor', '.cursor/mcp.json', '{"mcpServers": []}', 'says something else than an object in mcpServers'],
  ['cursor', '.cursor/mcp.json', '[]', 'holds no JSON object'],
  ['cursor', '.cursor/mcp.json', '\xff', 'is not UTF-8'],
  ['cursor', '.cursor/hooks.json', '{"hooks": {"sessionStart": {}}}', 'else than a list in hooks.sessionStart'],
  ['codex', '.codex/config.toml', 'mcp_servers = {other = {command = "x"}}\n', 'cannot be edited'],
  ['codex', '.codex/config.toml', '[mcp_servers.memo]\nurl = "http://127.0.0.1"\n', 'another server named memo'],
] as const)('%s leaves %s alone when it says %s', (agent, path, text, reason) => {
  const { setUp, at, write } = makeHome()
  write(path, '')
  writeFileSync(at(path), text, 'latin1')
  expect(() => setUp(agent)).toThrow(new RegExp(`^${at(path)}.*(${reason})`))
  expect(readFileSync(at(path), 'latin1')).toBe(text)
})

test('a server of another name and a hook of a person stay when ours goes', () => {
  const { setUp, read, write } = makeHome()
  const text = '{"mcpServers": {"memo": {"command": "npx", "args": ["mcp"]}}}'
  write('.cursor/mcp.json', text)
  write('.cursor/hooks.json', '{"version": 1, "hooks": {"sessionEnd": [{"command": "memo commit"}]}}')
  expect(setUp('cursor', { action: 'remove' })).toMatchObject({ written: false })
  expect(read('.cursor/mcp.json')).toBe(text)
})

test('a file that another program wrote meanwhile is not overwritten', () => {
  const { plan, at, read, write } = makeHome()
  write('.claude.json', '{"numStartups": 1}')
  const planned = plan('claude-code')
  writeFileSync(at('.claude.json'), '{"numStartups": 2}')
  expect(() => carryOut(planned)).toThrow('was changed by another program meanwhile')
  expect(read('.claude.json')).toBe('{"numStartups": 2}')
})

test('variables and platforms move the files; opencode.jsonc and mcp.servers are kept in their form', () => {
  const { plan, setUp, at, read, write } = makeHome()
  const pathsOf = (agent: AgentName, call: Call): string[] =>
    plan(agent, { action: 'print', ...call }).files.map(({ path }) => path)
  const only = (name: string, value: string) => ({ variable: (asked: string) => (asked === name ? value : undefined) })
  expect(pathsOf('claude-code', only('CLAUDE_CONFIG_DIR', '/c'))).toEqual(['/c/.claude.json', '/c/settings.json'])
  expect(pathsOf('codex', only('CODEX_HOME', '/x'))).toEqual(['/x/config.toml', '/x/hooks.json'])
  expect(pathsOf('vscode', only('XDG_CONFIG_HOME', '/g'))).toEqual(['/g/Code/User/mcp.json'])
  expect(pathsOf('vscode', { platform: 'darwin' })).toEqual([at('Library/Application Support/Code/User/mcp.json')])
  write('.config/opencode/opencode.jsonc', '{"mcp": {"servers": {}}}')
  setUp('opencode')
  expect(parseJsonc(read('.config/opencode/opencode.jsonc'))).toEqual({
    mcp: { servers: { memo: { type: 'local', command: ['memo', 'mcp'] } } },
  })
})

describe('any settings', () => {
  const key = fc.constantFrom('a', 'hooks', 'mcpServers', 'other', 'SessionStart', '//', 'b"c')
  const { tree } = fc.letrec<{ tree: unknown; object: object }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(1, null, '/* no */', 'x,}', true),
      tie('object'),
      fc.array(tie('tree'), { maxLength: 2 }),
    ),
    object: fc.dictionary(key, tie('tree'), { maxKeys: 3 }),
  }))
  const settings = fc.record(
    {
      theme: tree,
      mcpServers: fc.dictionary(fc.constantFrom('x', 'y'), fc.dictionary(key, tree, { maxKeys: 2 }), { maxKeys: 2 }),
      hooks: fc.record(
        {
          SessionStart: fc.array(fc.record({ hooks: fc.array(fc.record({ command: fc.string() })) })),
          Stop: fc.array(tree),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  )
  const form = fc.record({
    indent: fc.constantFrom('', ' ', '  ', '\t'),
    eol: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\ufeff'),
    isCommented: fc.boolean(),
    end: fc.constantFrom('', '\n'),
  })

  test('stay what they are, whatever their form, and nothing of memo is left when it is taken out', () => {
    const [file] = agents.gemini.files(surroundings, {
      server: ['memo', 'mcp'],
      start: 'memo bootstrap --hook gemini',
      end: 'memo commit --hook',
    })
    const content = { name: 'settings.json', entries: file?.entries ?? [] }
    fc.assert(
      fc.property(settings, form, (model, { indent, eol, mark, isCommented, end }) => {
        const plain = JSON.stringify(model, null, indent)
        const spoken = isCommented ? plain.replaceAll(/([[{,])\n/g, '$1 // it, {"so"}\n/* [ */') : plain
        const text = mark + (spoken + end).replaceAll('\n', eol)
        const added = jsoncFormat.add(text, content)
        expect(jsoncFormat.add(added, content)).toBe(added)
        expect(parseJsonc(added.replace('\ufeff', ''))).toMatchObject({ mcpServers: { memo: { command: 'memo' } } })
        expect(added.match(/\/\/ it, \{"so"\}/g)).toEqual(text.match(/\/\/ it, \{"so"\}/g))
        const cut = jsoncFormat.remove(added, content)
        expect(cut).not.toContain('memo')
        expect(parseJsonc(jsoncFormat.add(cut, content).replace('\ufeff', ''))).toEqual(
          parseJsonc(added.replace('\ufeff', '')),
        )
        const isWhole = [model, model.mcpServers, model.hooks].every(
          (part) => part === undefined || Object.keys(part).length > 0,
        )
        if (isWhole && model.hooks?.SessionStart?.length !== 0) expect(cut).toBe(text)
      }),
      { numRuns: 60, interruptAfterTimeLimit: 20_000 },
    )
  })
})

const surroundings = {
  scope: 'user',
  home: '/h',
  projectRoot: '/p',
  platform: 'linux',
  variable: () => undefined,
} as const
