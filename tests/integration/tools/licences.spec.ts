import { readFileSync } from 'node:fs'
import { markOf, shipped, unknownOf } from '../../../tools/licences.mjs'

const read = (file: string) => readFileSync(file, 'utf8')
const packages = shipped(JSON.parse(read('package-lock.json')))

describe('the licences of what is shipped', () => {
  it('are listed as the lock file has them: else run `npm run licences`', () => {
    expect(JSON.parse(read('apps/portal/public/licences.json')).mark).toBe(markOf(packages))
    expect(read('docs/licences.md')).toContain(`<!-- ${markOf(packages)} -->`)
  })

  it('are all known, and one that is not, or is missing, is found', () => {
    expect(unknownOf(packages)).toEqual([])
    const strange = [{ licence: 'AGPL-3.0-only' }, { licence: undefined }].map((one) => ({ ...packages[0]!, ...one }))
    expect(unknownOf([...packages, ...strange])).toEqual(strange)
  })

  it('come with the text of each, and GeoNames with its credit', () => {
    const { texts, works } = JSON.parse(read('apps/portal/public/licences.json'))
    const kinds = new Set(packages.map(({ licence }: { licence?: string }) => licence))
    expect([...kinds].filter((kind) => !texts.some(({ licence }: { licence: string }) => licence === kind))).toEqual([
      '(MIT OR CC0-1.0)',
    ])
    expect(works).toContainEqual(expect.objectContaining({ name: 'GeoNames', licence: 'CC-BY-4.0' }))
    expect(read('docs/licences.md')).toContain('[GeoNames](https://www.geonames.org/)')
  })
})
