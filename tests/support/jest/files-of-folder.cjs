// In place of the bundler's `import.meta.glob('./*.json')`: what stands beside a module, by its name.
const fs = require('node:fs')
const path = require('node:path')
module.exports = {
  process: (_source, file) => {
    const files = fs.readdirSync(path.dirname(file)).filter((name) => name.endsWith('.json'))
    const entries = files.map((name) => `'./${name}': require('./${name}')`)
    return { code: `exports.__esModule = true\nexports.default = { ${entries.join(', ')} }` }
  },
}
