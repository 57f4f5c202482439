import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readChangeLog } from './change-log.js'

const LOG = `# Changelog

For operators.

## 1.1.0

### Added
- One thing, over
  two lines with \`CODE\`.
- Another.

### Security
- A third.

## 1.0.0

### Fixed
- The first.
`

describe('the change log as the portal reads it', () => {
  const log = readChangeLog(LOG)

  it('has each entry whole, in its release and section', () => {
    expect(log.sections.map(({ release, name, entries }) => [release, name, entries.map(({ text }) => text)])).toEqual([
      ['1.1.0', 'Added', ['One thing, over two lines with `CODE`.', 'Another.']],
      ['1.1.0', 'Security', ['A third.']],
      ['1.0.0', 'Fixed', ['The first.']],
    ])
  })

  it('knows an entry again wherever it moves, and tells another version from this one', () => {
    const longer = readChangeLog(LOG.replace('- Another.', '- Newer.\n- Another.'))
    const idsOf = ({ sections }: typeof log) => sections.flatMap(({ entries }) => entries.map(({ id }) => id))
    expect(idsOf(longer)).toEqual(expect.arrayContaining(idsOf(log)))
    expect(new Set(idsOf(longer)).size).toBe(5)
    expect(longer.version).not.toBe(log.version)
    expect(readChangeLog(LOG)).toEqual(log)
  })

  it('reads the one of this product', () => {
    const { sections } = readChangeLog(readFileSync(join(__dirname, '../../CHANGELOG.md'), 'utf8'))
    expect(sections.map(({ name }) => name)).toEqual(expect.arrayContaining(['Added', 'Changed', 'Security']))
    expect(sections.every(({ release, entries }) => release !== '' && entries.length > 0)).toBe(true)
  })
})
