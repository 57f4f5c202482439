// The context of a spec whose product Node has loaded (`built-runtime.cjs`): what a spec makes, throws, sets or spies on, and the
// product looks at, is the product's own.
const crypto = require('node:crypto')
const { enableCompileCache, syncBuiltinESMExports } = require('node:module')
const { TestEnvironment } = require('jest-environment-node')

enableCompileCache()

// A password's hash costs a tenth of a second on purpose, and the suites of accounts ask for a thousand. Here each costs a millisecond,
// that of an unknown address too. `password-hash.spec.ts` and the products in a browser pay the full price.
const { argon2 } = crypto
crypto.argon2 = (algorithm, cost, done) => argon2(algorithm, { ...cost, memory: cost.memory / 64, passes: 1 }, done)
syncBuiltinESMExports()

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
