import { join } from 'node:path'
import { frameTexts, saidTooEarly } from './start-texts.js'

const LOCALES = join(__dirname, 'src/i18n/locales')

describe('the texts that the start waits for', () => {
  it.each(['en', 'nl', 'de', 'fr'])(
    'are of %s what the frame says, whole, and of the screens how they are called',
    (language) => {
      const texts = frameTexts(join(LOCALES, language))
      expect(texts['./shell.json']).toHaveProperty('palette')
      expect(texts['./entities.json']).toEqual({
        screen: expect.objectContaining({ title: expect.any(String) as string }) as object,
        recordScreen: expect.objectContaining({ title: expect.any(String) as string }) as object,
      })
    },
  )

  it('lack none that a component of the frame asks for: the build would fail', () => {
    expect(saidTooEarly("const { t } = useTranslation(['shell', 'common'])")).toEqual([])
    expect(saidTooEarly("const { t } = useTranslation('devices')")).toEqual(['devices'])
  })
})
