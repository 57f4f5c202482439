import type { IncomingMessage, ServerResponse } from 'node:http'
import { readPreferences } from './preferences.js'

describe('language and theme of the sign-in pages (R-231, G-94)', () => {
  const read = (headers: Record<string, string>, query = '') => {
    const kept: string[] = []
    const response = { appendHeader: (_: string, value: string) => kept.push(value) } as unknown as ServerResponse
    const preferences = readPreferences(
      { headers } as unknown as IncomingMessage,
      response,
      new URL(`https://login.roadbook.example/x${query}`),
      true,
    )
    return { ...preferences, kept }
  }

  it('are English and the system’s without any wish', () => {
    expect(read({})).toEqual({ language: 'en', theme: undefined, kept: [] })
    expect(read({ 'accept-language': 'pl, sv;q=0.8' }).language).toBe('en')
  })
  it('follow the browser by weight, whatever the country', () => {
    expect(read({ 'accept-language': 'pl,fr-BE;q=0.4,de-AT;q=0.9' }).language).toBe('de')
  })
  it('prefer what the user chose before', () => {
    expect(read({ 'accept-language': 'de', cookie: 'a=b; roadbook_language=nl; roadbook_theme=dark' })).toMatchObject({
      language: 'nl',
      theme: 'dark',
    })
  })
  it('prefer what the address asks, and keep it in cookies that scripts cannot read', () => {
    expect(read({ cookie: 'roadbook_language=nl' }, '?ui_locales=xx%20fr-FR&theme=light')).toEqual({
      language: 'fr',
      theme: 'light',
      kept: [
        'roadbook_language=fr; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure',
        'roadbook_theme=light; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure',
      ],
    })
  })
  it('ignore a value that is none of ours', () => {
    expect(read({ cookie: 'roadbook_language=<b>' }, '?ui_locales=xx&theme=pink')).toEqual({
      language: 'en',
      theme: undefined,
      kept: [],
    })
  })
})
