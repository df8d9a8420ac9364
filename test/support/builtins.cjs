/** Loaded with `node --require`: which modules of Node the program has loaded stands in one line on stderr at its end. */
process.on('exit', () => {
  const names = process.moduleLoadList.filter((entry) => /^NativeModule [^/]+$/.test(entry))
  process.stderr.write(`builtins: ${names.map((entry) => entry.replace('NativeModule ', '')).join(' ')}\n`)
})
