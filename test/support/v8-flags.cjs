/** Loaded with `node --require`: which flags of V8 the program changes until its work is done stands in one line on stderr. */
const v8 = require('node:v8')

const flags = []
const off = new Set()
const set = v8.setFlagsFromString
v8.setFlagsFromString = (flag) => {
  const name = flag.replace(/^--(?:no-)?/, '')
  const isOff = flag.startsWith('--no-')
  // To set a flag that is set is how one asks whether it is.
  if (isOff !== off.has(name)) flags.push(flag)
  off[isOff ? 'add' : 'delete'](name)
  set(flag)
}
process.once('beforeExit', () => process.stderr.write(`flags: ${flags.join(' ')}\n`))
