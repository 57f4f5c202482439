import { changeLanguage, startI18n } from './index.js'

it('says in which language the page is, for screen readers and hyphens', async () => {
  const texts = await startI18n('de')
  expect(document.documentElement.lang).toBe('de')
  await changeLanguage(texts, 'fr')
  expect(document.documentElement.lang).toBe('fr')
})
