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
/** Jest and a library that it loads for each file put their own in the place of these, and each would keep the whole file in memory. */
const REPLACED = ['exit', 'chdir', 'cwd']

module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    for (const name of SHARED) this.global[name] = globalThis[name]
    this.replaced = REPLACED.map((name) => [name, Object.getOwnPropertyDescriptor(process, name)])
  }

  async teardown() {
    await super.teardown()
    for (const [name, descriptor] of this.replaced) Object.defineProperty(process, name, descriptor)
  }
}
