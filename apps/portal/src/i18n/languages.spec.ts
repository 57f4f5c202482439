import { languageForBrowser, LANGUAGES } from './languages.js'

describe('languages', () => {
  it('R-230 a language has key, name, code and icon', () => {
    expect(LANGUAGES.find(({ key }) => key === 'fr')).toEqual({ key: 'fr', name: 'Français', code: 'fr-FR', icon: 'FR' })
  })

  it('R-359 there are four: Dutch, English, German, French', () => {
    expect(LANGUAGES.map(({ key }) => key).sort()).toEqual(['de', 'en', 'fr', 'nl'])
  })

  it('R-231 maps the browser’s language with its variants (G-94)', () => {
    const wished = ['nl-BE', 'nl', 'de-AT', 'de-CH', 'fr-CH', 'fr-BE', 'en-US', 'en-GB', 'EN']
    expect(wished.map((wish) => languageForBrowser([wish]))).toEqual(['nl', 'nl', 'de', 'de', 'fr', 'fr', 'en', 'en', 'en'])
  })

  it('R-231 falls back to English, but takes the first wish it knows', () => {
    expect(languageForBrowser(['pl-PL'])).toBe('en')
    expect(languageForBrowser([])).toBe('en')
    expect(languageForBrowser(['pl-PL', 'de-DE', 'nl'])).toBe('de')
  })
})
