/** Loaded with `node --require`: what the program tells V8 until its work is done stands in one line on stderr. */
const v8 = require('node:v8')

const flags = []
const set = v8.setFlagsFromString
v8.setFlagsFromString = (flag) => {
  flags.push(flag)
  set(flag)
}
process.once('beforeExit', () => process.stderr.write(`flags: ${flags.join(' ')}\n`))
