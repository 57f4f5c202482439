import { readFileSync } from 'node:fs'
import { PAGE, mergeRows, readRows, resultsOf } from './assurance.mjs'
import { PROOFS } from './catalogue.mjs'
import { tablesOf } from './figures.mjs'
import { filesOfProofs } from './files-of.mjs'

const rows = readRows(readFileSync(PAGE, 'utf8'))
/** Proofs whose rows are moments and doors instead of files. */
const WITHOUT_FILES = ['calendar', 'doors']
const nameOf = ({ proof, file }: { proof: string; file: string }) => `${proof} ${file}`

describe('docs/assurance.md', () => {
  it('has a row for each file that npm test leaves out in whole or in part, and none of a file that is gone (npm run proof page)', () => {
    const written = rows.filter(({ proof }) => !WITHOUT_FILES.includes(proof)).map(nameOf)
    expect(written.toSorted()).toEqual(filesOfProofs().map(nameOf).toSorted())
  })

  it('names only proofs that there are', () => {
    expect(filesOfProofs().filter(({ proof }) => !(proof in PROOFS))).toEqual([])
    const used = new Set([...WITHOUT_FILES, ...filesOfProofs().map(({ proof }) => proof)])
    expect(Object.keys(PROOFS).filter((name) => !used.has(name))).toEqual([])
  })

  it('keeps what a proof found last until it finds something else', () => {
    const files = [
      { proof: 'kills', file: 'a.spec.ts' },
      { proof: 'chaos', file: 'a.spec.ts' },
      { proof: 'chaos', file: 'new.spec.ts' },
    ]
    const before = [
      { ...files[0]!, figure: '1 passed, 2 s', date: '2026-01-01' },
      { ...files[1]!, figure: '2 passed, 3 s', date: '2026-01-01' },
      { proof: 'kills', file: 'gone.spec.ts', figure: '1 passed, 1 s', date: '2026-01-01' },
    ]
    const tables = tablesOf([
      { event: 'kill -9 gateway', backS: 2, lost: 0 },
      { event: 'kill -9 consumer', backS: 3, lost: 0 },
      { acknowledged: 10 },
    ])
    expect(tables).toContain(
      '| event | back (s) | lost |\n| --- | --- | --- |\n| kill -9 gateway | 2 | 0 |\n| kill -9 consumer | 3 | 0 |',
    )
    const now = { ...files[1]!, figure: '2 passed, 4 s', date: '2026-02-02', tables }
    const merged = mergeRows(files, before, [now])
    expect(merged).toEqual([before[0], now, { ...files[2], figure: '–', date: '–' }])
    expect(readRows(resultsOf(merged))).toEqual(merged)
  })
})
