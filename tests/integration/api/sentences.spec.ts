import { describeApi } from '@roadbook/api/describe-api'
import { LOCALES } from '@roadbook/api/texts/locale'
import { allTexts, PLACE, sentenceCodes } from '@roadbook/api/texts/sentence'

/** Returns the placeholders of a text, sorted and without repeats. */
const placesOf = (text: string) => [...new Set([...text.matchAll(PLACE)].map(([, name]) => name))].sort()

describe('the sentences of the API', () => {
  let codes: string[]
  beforeAll(async () => {
    const document = await describeApi()
    const schema = document.components?.schemas?.ProblemCode as { enum: string[] }
    codes = schema.enum
  })

  it('are in four languages, with the same places', () => {
    for (const [code, texts] of allTexts()) {
      for (const locale of LOCALES) {
        expect({ code, locale, text: texts[locale].trim() }).toEqual({ code, locale, text: texts[locale] })
        expect({ code, locale, places: placesOf(texts[locale]) }).toEqual({ code, locale, places: placesOf(texts.en) })
        expect({ code, locale, isEmpty: texts[locale] === '' }).toEqual({ code, locale, isEmpty: false })
      }
    }
  })

  it('begin with a capital, or with a value', () => {
    const fragments = sentenceCodes().flatMap((code) =>
      LOCALES.flatMap((locale) => {
        const text = allTexts().get(code)![locale]
        // A file name is not a sentence.
        return /^\p{Ll}/u.test(text) && code !== 'logbook.file' ? { code, locale, text } : []
      }),
    )
    expect(fragments).toEqual([])
  })

  it('all stand in the OpenAPI document', async () => {
    expect(codes).toEqual(sentenceCodes())
    expect(codes.length).toBeGreaterThan(100)
  })
})
