import { composed } from './composed.js'

const DECOMPOSED = 'Mu\u0308ller'

describe('the texts of a call', () => {
  it('are composed wherever they stand', () => {
    const body = {
      name: DECOMPOSED,
      tags: ['E\u0301mile', { title: 'A\u030Angstro\u0308m' }],
      rows: [[DECOMPOSED]],
      count: 3,
      none: null,
    }
    expect(composed(body)).toEqual({
      name: 'Müller',
      tags: ['Émile', { title: 'Ångström' }],
      rows: [['Müller']],
      count: 3,
      none: null,
    })
  })

  it('lose the marks that nobody sees or types, and keep those that letters need', () => {
    const body = { plate: 'KB\u200B 00\u00AD01\uFEFF', name: 'می\u200Cخواهم 👨\u200D👩\u200D👧' }
    expect(composed(body)).toEqual({ plate: 'KB 0001', name: 'می\u200Cخواهم 👨\u200D👩\u200D👧' })
  })

  it('leaves bytes, and a body that is one text, as they came', () => {
    const bytes = Buffer.from(DECOMPOSED)
    expect(composed(bytes)).toEqual(Buffer.from(DECOMPOSED))
    expect(composed(DECOMPOSED)).toBe(DECOMPOSED)
    expect(composed(undefined)).toBeUndefined()
  })
})
