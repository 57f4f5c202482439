// Jest loads specs and their support file by file. Node loads everything that they import by a package name, including the built
// product, once per worker. Loaded by Jest, an API costs five seconds of CPU in each file.
const { createRequire } = require('node:module')
const Runtime = require('jest-runtime').default

/** Returns true for modules that Node loads. Jest provides `jest` itself, and Node's built-ins as its own context needs them. */
const isOfNode = (name) => (/^[@a-z]/.test(name) && !/^(node:|@jest\/)/.test(name)) || name.endsWith('.mjs')

module.exports = class extends Runtime {
  requireModuleOrMock(from, name) {
    return isOfNode(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name)
  }
}
