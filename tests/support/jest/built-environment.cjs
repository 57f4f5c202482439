// The context of a spec whose product Node has loaded (`built-runtime.cjs`): what a spec makes, throws, sets or spies on, and the
// product looks at, is the product's own.
const { enableCompileCache } = require('node:module')
const { TestEnvironment } = require('jest-environment-node')

enableCompileCache()

const ERRORS = ['Error', 'RangeError', 'SyntaxError', 'TypeError', 'AggregateError']
const SHARED = ['process', 'Reflect', 'Date', 'Map', 'Set', 'performance', 'fetch', ...ERRORS]

module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    for (const name of SHARED) this.global[name] = globalThis[name]
    // Jest puts its own in its place for each file.
    this.exit = Object.getOwnPropertyDescriptor(process, 'exit')
  }

  async teardown() {
    await super.teardown()
    Object.defineProperty(process, 'exit', this.exit)
  }
}
