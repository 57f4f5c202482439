import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './run-program.mjs'

const SOURCES = ['{apps,libs,migrations,tools,tests}/**/*.{ts,tsx,mjs,cjs}', '*.{mjs,cjs}']
const OTHERS = /(^|\/)(node_modules|dist)\//

describe('an object', () => {
  it('names its properties one by one: none is packed as a literal into another', () => {
    const packed = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root, exclude: (name) => OTHERS.test(`${name}/`) }))
      .filter((file) => !OTHERS.test(file))
      .flatMap((file) => {
        const lines = readFileSync(path.join(root, file), 'utf8').split('\n')
        return lines.flatMap((line, at) => (/\.\.\.\s*[{]/.test(line) ? [`${file}:${at + 1}`] : []))
      })
    expect(packed).toEqual([])
  })
})
