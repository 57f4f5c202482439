import { html } from '@roadbook/platform'
import { LANGUAGES, LANGUAGE_NAMES, translator, type TextKey } from './texts.js'
import de from '../locales/de.json' with { type: 'json' }
import en from '../locales/en.json' with { type: 'json' }
import fr from '../locales/fr.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }

describe('the texts of the sign-in pages (R-359, G-96)', () => {
  const texts: Record<string, Record<string, string>> = { nl, de, fr }
  const places = (text = '') => [...text.matchAll(/\{\d\}/g)].map(([place]) => place).sort()

  it.each(['nl', 'de', 'fr'])('are complete in %s, with the same places and no text left empty', (language) => {
    expect(Object.keys(texts[language] ?? {}).sort()).toEqual(Object.keys(en).sort())
    for (const [key, text] of Object.entries(en)) {
      expect([key, places(texts[language]?.[key])]).toEqual([key, places(text)])
      expect(texts[language]?.[key]?.trim()).not.toBe('')
    }
  })

  it.each(['nl', 'de', 'fr'])('were translated into %s', (language) => {
    const alike = Object.entries(en).filter(([key, text]) => texts[language]?.[key] === text)
    expect(alike.map(([key]) => key).filter((key) => key !== 'common.email')).toEqual([])
  })

  it('R-359 name Dutch, English, German and French in their own words', () => {
    expect(LANGUAGES.map((language) => LANGUAGE_NAMES[language])).toEqual(['Nederlands', 'English', 'Deutsch', 'Français'])
  })

  it('fill their places with escaped text or with markup', () => {
    const translate = translator('en')
    expect(translate('common.support', html`<a>1</a>`, '<b>').markup).toBe(
      'Can’t get in? Call <a>1</a> or write to &lt;b&gt;, weekdays 09:00\u2060–\u206017:00.',
    )
  })

  it('have no key that no page uses', async () => {
    const { readFile, glob } = await import('node:fs/promises')
    const sources: string[] = []
    for await (const file of glob('../**/*.ts', { cwd: import.meta.dirname }))
      if (!file.endsWith('.spec.ts')) sources.push(await readFile(new URL(file, `file://${import.meta.dirname}/`), 'utf8'))
    const source = sources.join('\n')
    const unused = (Object.keys(en) as TextKey[]).filter((key) => !source.includes(`'${key}'`) && !key.startsWith('password.'))
    expect(unused).toEqual([])
  })
})
