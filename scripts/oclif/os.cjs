/**
 * Stands in for oclif's look at the machine: no detection of WSL (which reads /proc), no `userInfo` (which throws where
 * the user has no passwd entry, as in many containers), no PowerShell.
 */
const { homedir, platform } = require('node:os')

exports.getHomeDir = homedir
exports.getPlatform = async () => platform()
exports.getShell = async () => process.env.SHELL?.split('/').at(-1) || 'unknown'
