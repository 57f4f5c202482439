// Compiles dependencies that are ES modules (by their nearest package.json) to CommonJS for the test run. Others pass unchanged.
const fs = require('node:fs')
const path = require('node:path')
const swc = require('@swc/jest').createTransformer({
  jsc: { target: 'es2022', parser: { syntax: 'ecmascript' } },
  module: { type: 'commonjs' },
  swcrc: false,
})
const types = new Map()
const typeOf = (folder) => {
  if (!types.has(folder)) {
    const manifest = path.join(folder, 'package.json')
    const type = fs.existsSync(manifest)
      ? (JSON.parse(fs.readFileSync(manifest, 'utf8')).type ?? 'commonjs')
      : folder === path.dirname(folder)
        ? 'commonjs'
        : typeOf(path.dirname(folder))
    types.set(folder, type)
  }
  return types.get(folder)
}
const isModule = (file) => file.endsWith('.mjs') || (!file.endsWith('.cjs') && typeOf(path.dirname(file)) === 'module')
module.exports = {
  process: (source, file, options) => (isModule(file) ? swc.process(source, file, options) : { code: source }),
  getCacheKey: swc.getCacheKey,
}
