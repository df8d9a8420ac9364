#!/usr/bin/env node
/**
 * Starts memo. This file must parse on Node 14, because it is what tells the owner of an old Node that it is too old:
 * there it starts itself again with a newer Node that was installed beside the package, if there is one.
 */
/** Of the two lines the first whose Node-API is 10, which the native module was made for: an older one ends without a word. */
const oldest = '22.14 or 23.6'

if (isOldNode()) startAgainWithLocalNode()
else start()

function isOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major < 22 || (major === 22 && minor < 14) || (major === 23 && minor < 6)
}

function start() {
  // It is said to this process alone: an editor or a hook that runs memo may have to start it again as well.
  delete process.env.MEMO_STARTED_AGAIN
  keepCompiledCode(process.env)
  const argv = process.argv.slice(2)
  // A shell asks at each Tab, and is not to wait for what commands need.
  if (argv[0] === 'complete')
    import('../dist/completer.js').then(
      ({ complete }) => complete(argv.slice(1)),
      () => {},
    )
  else loadMain()(argv)
}

/**
 * Compiled code is run as it is found, so it is kept where nobody else can put any: not in the system's temporary folder,
 * where Node would keep it. Where it cannot be written, the start is only slower.
 */
function keepCompiledCode({ XDG_CACHE_HOME, HOME, LOCALAPPDATA }) {
  const caches = XDG_CACHE_HOME || (HOME ? `${HOME}/.cache` : LOCALAPPDATA)
  if (caches) process.getBuiltinModule('node:module').enableCompileCache(`${caches}/memo`)
}

function loadMain() {
  try {
    return require('../dist/main.cjs').start.main
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND' || error.requireStack[0] !== __filename) throw error
    return refuseWithoutBuild
  }
}

function refuseWithoutBuild() {
  process.stderr.write('Error: memo is not built yet; run "npm run build" in its folder\n')
  process.exitCode = 1
}

function startAgainWithLocalNode() {
  const path = require('path')
  const node = findLocalNode(path, path.dirname(path.dirname(__filename)))
  if (node === undefined || process.env.MEMO_STARTED_AGAIN) return refuseOldNode()
  const child = require('child_process').spawn(node, [__filename].concat(process.argv.slice(2)), {
    stdio: 'inherit',
    env: Object.assign({}, process.env, { MEMO_STARTED_AGAIN: '1' }),
  })
  followChild(child)
}

/** The package's own dependency, or one of the project that it is installed in. */
function findLocalNode(path, root) {
  const beside = path.dirname(root)
  return [path.join(root, 'node_modules'), beside]
    .filter((folder) => path.basename(folder) === 'node_modules')
    .reduce((found, folder) => found.concat(path.join(folder, 'node/bin/node'), path.join(folder, '.bin/node')), [])
    .find((file) => require('fs').existsSync(file))
}

function refuseOldNode() {
  process.stderr.write(`Error: memo needs Node ${oldest}, or newer, and this is ${process.version}\n`)
  process.exitCode = 1
}

function followChild(child) {
  // A signal to the whole group has reached the child by then, and it may be over already (see src/cli/end-signals.ts).
  const passOn = (signal) => setTimeout(() => child.kill(signal), 50)
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGQUIT']) process.on(signal, passOn)
  // Ctrl-C reaches the child from the terminal itself.
  process.on('SIGINT', (signal) => process.stdin.isTTY || passOn(signal))
  child.on('error', refuseOldNode)
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
