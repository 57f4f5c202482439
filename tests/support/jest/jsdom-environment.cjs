// jsdom without the web platform parts that Node already has: fetch and streams come from Node.
require('./asked-styles.cjs')
const { TestEnvironment } = require('jest-environment-jsdom')
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
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
    // React, MUI and the router as users get them (`react-as-shipped.cjs`); with NODE_ENV=development they warn as they do for developers.
    this.global.process.env.NODE_ENV = process.env.NODE_ENV === 'development' ? 'development' : 'production'
    Object.defineProperty(this.global, 'crypto', { value: globalThis.crypto, configurable: true })
  }
}
