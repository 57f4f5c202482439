import { folded, maySpellOut, peoplesOrder, spelledOut } from './peoples-words.js'

describe('words as people mean them', () => {
  it.each([
    ['Müller', 'muller', 'mueller'],
    ['Mu\u0308ller', 'muller', 'mueller'],
    ['FÜ-SPB 03', 'fu-spb 03', 'fue-spb 03'],
    ['Straße', 'strasse', 'strasse'],
    ['ÉMILE', 'emile', 'emile'],
    ['Søren Ångström', 'soren angstrom', 'soeren aangstroem'],
    ['Œuvre № 5', 'oeuvre no 5', 'oeuvre no 5'],
    ['Łódź', 'lodz', 'lodz'],
    ['ΟΔΟΣ', 'οδοσ', 'οδοσ'],
    ['O’Brien – 2', "o'brien - 2", "o'brien - 2"],
  ])('%s is %s, and spelled out %s', (words, plain, spelled) => {
    expect(folded(words)).toBe(plain)
    expect(spelledOut(words)).toBe(spelled)
  })

  it('knows which words may be spelled out', () => {
    expect(['mueller', 'soeren', 'haakon', 'muller', 'rad 2'].map(maySpellOut)).toEqual([true, true, true, false, false])
  })

  it('stand in the order in which people look for them, in each language', () => {
    const names = ['Zoë', 'Rad 10', 'Rad 2', 'Émile', 'Ärger', 'Eva', 'Apfel', 'Öl', 'Ost']
    for (const language of ['nl', 'en', 'de', 'fr']) {
      expect(names.toSorted(peoplesOrder(language))).toEqual([
        'Apfel',
        'Ärger',
        'Émile',
        'Eva',
        'Öl',
        'Ost',
        'Rad 2',
        'Rad 10',
        'Zoë',
      ])
    }
  })
})
