// Specs and what supports them are jest's, file by file. All they import by the name of a package, the product as it was built among
// it, Node loads once a worker: loaded by jest, an API costs five seconds of CPU in each file.
const { createRequire } = require('node:module')
const Runtime = require('jest-runtime').default

/** `jest` hands out its own, and Node's own parts as a context of its own needs them. */
const isOfNode = (name) => (/^[@a-z]/.test(name) && !/^(node:|@jest\/)/.test(name)) || name.endsWith('.mjs')

module.exports = class extends Runtime {
  requireModuleOrMock(from, name) {
    return isOfNode(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name)
  }
}
