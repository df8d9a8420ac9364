/** Stands in for `get-package-type`: every file that oclif loads is one of this package, which is all ES modules. */
exports.sync = () => 'module'
