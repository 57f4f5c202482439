// In place of the bundler's `import.meta.glob('./*.json')`: what stands beside a module, by its name.
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const filesBeside = (file) => fs.readdirSync(path.dirname(file)).filter((name) => name.endsWith('.json'))

module.exports = {
  process: (_source, file) => {
    const entries = filesBeside(file).map((name) => `'./${name}': require('./${name}')`)
    return { code: `exports.__esModule = true\nexports.default = { ${entries.join(', ')} }` }
  },
  // The module stays the same when a file comes beside it, and what was made of it before would lack that file.
  getCacheKey: (_source, file) =>
    createHash('sha256')
      .update(['1', file, ...filesBeside(file)].join('\n'))
      .digest('hex'),
}
