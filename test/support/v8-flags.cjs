/** Loaded with `node --require`: what the program tells V8 stands in one line on stderr at its end. */
const v8 = require('node:v8')

const flags = []
const set = v8.setFlagsFromString
v8.setFlagsFromString = (flag) => {
  flags.push(flag)
  set(flag)
}
process.on('exit', () => process.stderr.write(`flags: ${flags.join(' ')}\n`))
