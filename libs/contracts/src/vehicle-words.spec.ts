import { VEHICLE_TYPES } from './vehicle-type.js'
import { COLOR_WORDS, colorOf, colorWord, vehicleTypeOf, vehicleTypeWord, type WordLanguage } from './vehicle-words.js'

const LANGUAGES: readonly WordLanguage[] = ['en', 'nl', 'de', 'fr']

describe.each(LANGUAGES)('the words of vehicles in %s', (language) => {
  it('name each type and each colour so that it is read back as the same', () => {
    expect(VEHICLE_TYPES.map((type) => vehicleTypeOf(vehicleTypeWord(type, language)))).toEqual([...VEHICLE_TYPES])
    const colors = Object.keys(COLOR_WORDS)
    expect(colors.map((color) => colorOf(colorWord(color, language)))).toEqual(colors)
  })
})

describe('words as people type them', () => {
  it('are known without capitals, dashes and accents', () => {
    expect(['e-cargo bike', 'velo electrique', 's pedelec', 'E-SCOOTER'].map(vehicleTypeOf)).toEqual([
      ...['eCargoBike', 'eBike', 'speedPedelec', 'eMoped'],
    ])
    expect(['weiss', 'GRUN', 'rood'].map(colorOf)).toEqual(['White', 'Green', 'Red'])
  })

  it('that nobody knows stay as they are: a type is none, a colour is their own', () => {
    expect(vehicleTypeOf('spaceship')).toBeUndefined()
    expect([colorOf('Rotbraun'), colorWord('Rotbraun', 'fr'), colorWord('green', 'fr')]).toEqual([
      'Rotbraun',
      'Rotbraun',
      'green',
    ])
  })
})
