/** Loaded with `node --require`: the system knows no home of the user, as of one that a container was merely started as. */
const os = require('node:os')
const fail = () => {
  throw Object.assign(new Error('uv_os_homedir returned ENOENT'), { code: 'ERR_SYSTEM_ERROR' })
}
os.homedir = fail
os.userInfo = fail
require('node:module').syncBuiltinESMExports()
delete process.env.HOME
