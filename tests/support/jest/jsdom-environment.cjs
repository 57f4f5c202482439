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
    Object.defineProperty(this.global, 'crypto', { value: globalThis.crypto, configurable: true })
  }
}
