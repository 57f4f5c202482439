import { LANGUAGE_KEY, readStoredLanguage, storeLanguage } from './stored-language.js'

describe('the stored language', () => {
  it('R-232 is kept under "lang", encrypted, and read back', async () => {
    await storeLanguage('fr')
    const stored = localStorage.getItem(LANGUAGE_KEY)
    expect(LANGUAGE_KEY).toBe('lang')
    // The test does not search for the two letters anywhere, because random ciphertext may contain them by chance.
    expect(stored).not.toMatch(/^\W*fr\W*$/)
    expect(await readStoredLanguage()).toBe('fr')
  })

  it('R-232 never stores the same value twice alike', async () => {
    await storeLanguage('nl')
    const first = localStorage.getItem(LANGUAGE_KEY)
    await storeLanguage('nl')
    expect(localStorage.getItem(LANGUAGE_KEY)).not.toBe(first)
  })

  it('leaves an unreadable value to the browser’s language (G-95)', async () => {
    localStorage.setItem(LANGUAGE_KEY, 'nl')
    expect(await readStoredLanguage()).toBeUndefined()
  })
})
