// Context of a spec whose product is loaded by Node (`built-runtime.cjs`). It shares the objects that a spec creates, throws,
// sets or spies on and the product looks at.
const crypto = require('node:crypto')
const { enableCompileCache, syncBuiltinESMExports } = require('node:module')
const { TestEnvironment } = require('jest-environment-node')

enableCompileCache()

// A password's hash deliberately takes a tenth of a second, and the suites of accounts need a thousand. Here each takes a
// millisecond, also for an unknown address. `password-hash.spec.ts` and products in a browser use the full cost.
const { argon2 } = crypto
crypto.argon2 = (algorithm, cost, done) => argon2(algorithm, { ...cost, memory: cost.memory / 64, passes: 1 }, done)
syncBuiltinESMExports()

const ERRORS = ['Error', 'RangeError', 'SyntaxError', 'TypeError', 'AggregateError']
const SHARED = ['process', 'Reflect', 'Date', 'Map', 'Set', 'performance', 'fetch', ...ERRORS]
/** Functions that Jest and a library loaded for each file replace. Each replacement would keep the whole file in memory. */
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
