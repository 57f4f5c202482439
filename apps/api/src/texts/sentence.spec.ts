import { localeWanted } from './locale.js'
import { field, problem } from './platform.js'
import { defineTexts, sentenceFrom, withLocale } from './sentence.js'

const text = (text: string) => ({ nl: { text }, en: { text }, de: { text }, fr: { text } })

describe('a sentence', () => {
  it('is said in the language of whoever reads it, and so are the sentences in it', () => {
    const sentence = field('required', { label: field('label.first-name') })
    expect(['nl', 'en', 'de', 'fr'].map((locale) => sentence.in(locale as 'nl'))).toEqual([
      'Voornaam is verplicht',
      'First name is required',
      'Vorname ist erforderlich',
      'Prénom est obligatoire',
    ])
  })

  it('joins lists, of words by commas and of sentences by semicolons', () => {
    const say = defineTexts('test-list', text('{all}'))
    expect(say('text', { all: ['a', 'b'] }).in('en')).toBe('a, b')
    expect(say('text', { all: [problem('conflict'), problem('not-found')] }).in('de')).toBe(
      'Widerspruch zum jetzigen Zustand; Nicht gefunden',
    )
  })

  it('keeps a name that is read from right to left apart in what a screen is told, and not in a file', () => {
    const say = defineTexts('test-name', text('{name} 12'))
    const sentence = say('text', { name: 'רכב 7' })
    expect(withLocale('en', () => JSON.stringify({ said: sentence }))).toBe(JSON.stringify({ said: '\u2068רכב 7\u2069 12' }))
    expect(sentence.in('en')).toBe('רכב 7 12')
    expect(withLocale('en', () => JSON.stringify(say('text', { name: 'Bike' })))).toBe('"Bike 12"')
  })

  it('chooses the word that goes with a number, where nothing is one in French alone', () => {
    const say = defineTexts('test-count', text('{count} {count|vehicle|vehicles}'))
    const said = (count: number, locale: 'en' | 'fr') => say('text', { count }).in(locale)
    expect([said(0, 'en'), said(1, 'en'), said(2, 'en')]).toEqual(['0 vehicles', '1 vehicle', '2 vehicles'])
    expect([said(0, 'fr'), said(1, 'fr'), said(2, 'fr')]).toEqual(['0 vehicle', '1 vehicle', '2 vehicles'])
  })

  it('survives being stored', () => {
    const sentence = field('required', { label: field('label.first-name') })
    const stored = JSON.parse(JSON.stringify(sentence)) as unknown
    expect(stored).toEqual({ code: 'field.required', values: { label: { code: 'field.label.first-name', values: {} } } })
    expect(sentenceFrom(stored)?.in('de')).toBe('Vorname ist erforderlich')
  })

  it.each([null, 'a text of an older version', {}, { code: 'nothing.known', values: {} }])('is none in %j', (stored) => {
    expect(sentenceFrom(stored)).toBeUndefined()
  })
})

describe('the language that is wanted', () => {
  it.each([
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.5, fr-CA', 'fr'],
    ['pl, nl;q=0.4, *;q=0.1', 'nl'],
    ['pl', 'en'],
    ['*', 'en'],
    ['de;q=0', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('of %j is %s', (header, locale) => {
    expect(localeWanted(header)).toBe(locale)
  })
})
