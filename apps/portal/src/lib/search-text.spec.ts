import { holdsTyped, inReadersOrder, searchable, splitAtMatch, wordFilter } from './search-text.js'

describe('words on the screen', () => {
  it.each([
    ['muller', true],
    ['MUELLER', true],
    ['Mu\u0308ll', true],
    [' müller ', true],
    ['miller', false],
  ])('hold %j where Müller stands: %s', (typed, holds) => {
    expect(holdsTyped(searchable('Fahrrad Müller'), typed)).toBe(holds)
  })

  it.each(['füspb03', 'FUE SPB 03', 'fu.spb/03', 'sp b_0'])('hold %j where FÜ-SPB 03 stands, as lists do', (typed) => {
    expect(holdsTyped(searchable('Rad\nFÜ-SPB 03'), typed)).toBe(true)
  })

  it.each(['👨\u200D👩\u200D👧 Team', 'می\u200Cخواهم', 'กำปั่น 7', 'דֹּב־ים', 'Ποδήλατο Αθήνας', 'ＫＢ東京 1'])(
    'hold %j by itself',
    (name) => {
      expect(holdsTyped(searchable(name), name)).toBe(true)
    },
  )

  it('hold nothing that goes on from one text to another, and signs alone as they stand', () => {
    const made = searchable('Rad 1\nKB 2')
    expect(['rad1kb', 'KB 2', '-', ''].map((typed) => holdsTyped(made, typed))).toEqual([false, true, false, true])
    expect(holdsTyped(searchable('Rad - 1'), '-')).toBe(true)
  })

  it('are found with an umlaut where they stand without', () => {
    expect(holdsTyped(searchable('Mueller'), 'Müller')).toBe(true)
  })

  it('are marked where they stand, or not at all', () => {
    expect(splitAtMatch('Rad Anna', 'anna')).toEqual({ before: 'Rad ', match: 'Anna', after: '' })
    expect(splitAtMatch('İİİ Rad', 'rad')).toEqual({ before: 'İİİ Rad', match: '', after: '' })
  })

  it('come in the order of the page’s language, numbers by their value', () => {
    document.documentElement.lang = 'de'
    expect(['Zoë', 'Rad 10', 'Rad 2', 'Ärger', 'Apfel'].toSorted(inReadersOrder)).toEqual([
      'Apfel',
      'Ärger',
      'Rad 2',
      'Rad 10',
      'Zoë',
    ])
  })

  it('are offered by people’s letters in a picker, no more than it shows', () => {
    const options = [{ name: 'Müller 1' }, { name: 'Muller 2' }, { name: 'Meier' }, { name: 'Müller 3' }]
    const state = { inputValue: 'muller', getOptionLabel: ({ name }: { name: string }) => name }
    expect(wordFilter<{ name: string }>({ limit: 2 })(options, state)).toEqual([{ name: 'Müller 1' }, { name: 'Muller 2' }])
    expect(wordFilter<{ name: string }>()(options, { ...state, inputValue: '' })).toEqual(options)
  })
})
