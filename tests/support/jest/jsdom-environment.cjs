// jsdom without the web platform parts that Node already has: fetch and streams come from Node.
require('./asked-labels.cjs')
require('./asked-styles.cjs')
const BaseEnvironment = require('@jest/environment-jsdom-abstract').default
const { ResourceLoader, VirtualConsole } = require('jsdom')
const { calmKeptModules } = require('./kept-modules-runtime.cjs')
const { KeptJsdom, empty, putBack } = require('./kept-window.cjs')

module.exports = class extends BaseEnvironment {
  /** Read by `kept-modules-runtime.cjs`. */
  keepsModules = true

  constructor(config, context) {
    super(config, context, { JSDOM: KeptJsdom, ResourceLoader, VirtualConsole })
    for (const name of [
      'fetch',
      'Request',
      'Response',
      'Headers',
      'FormData',
      'ReadableStream',
      'TransformStream',
      'TextEncoder',
      'TextDecoder',
      'BroadcastChannel',
      'structuredClone',
      'AbortController',
      'AbortSignal',
    ])
      if (globalThis[name]) this.global[name] = globalThis[name]
    // React, MUI and the router as users get them (`react-as-shipped.cjs`). With NODE_ENV=development they print the warnings for
    // developers.
    this.global.process.env.NODE_ENV = process.env.NODE_ENV === 'development' ? 'development' : 'production'
    Object.defineProperty(this.global, 'crypto', { value: globalThis.crypto, configurable: true })
  }

  async teardown() {
    // Keeps the window open.
    this.global = null
    await super.teardown()
    putBack()
    await calmKeptModules()
    empty()
  }
}
