// Replaces the bundler's `import.meta.glob('./*.json')` by the files beside a module, by name.
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const filesBeside = (file) => fs.readdirSync(path.dirname(file)).filter((name) => name.endsWith('.json'))

module.exports = {
  process: (_source, file) => {
    const entries = filesBeside(file).map((name) => `'./${name}': require('./${name}')`)
    return { code: `exports.__esModule = true\nexports.default = { ${entries.join(', ')} }` }
  },
  // The key includes the folder's files. The module's source does not change when a file is added, so a cached result would lack
  // it.
  getCacheKey: (_source, file) =>
    createHash('sha256')
      .update(['1', file, ...filesBeside(file)].join('\n'))
      .digest('hex'),
}
