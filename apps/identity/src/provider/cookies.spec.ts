import { cookieConfiguration } from './cookies.js'

describe('the provider’s cookies (G-15)', () => {
  it('are bound to the host and to https, and out of reach of scripts, when the issuer is https', () => {
    expect(cookieConfiguration('https://login.roadbook.example', ['secret'])).toEqual({
      keys: ['secret'],
      names: {
        session: '__Host-roadbook_session',
        interaction: '__Secure-roadbook_interaction',
        resume: '__Secure-roadbook_resume',
      },
      long: { httpOnly: true, sameSite: 'lax', secure: true, signed: true, path: '/' },
      short: { httpOnly: true, sameSite: 'lax', secure: true, signed: true },
    })
  })

  it('have plain names on http, where browsers refuse the others', () => {
    const { names, long } = cookieConfiguration('http://localhost:8081', ['secret'])
    expect(names?.session).toBe('roadbook_session')
    expect(long).toMatchObject({ httpOnly: true, secure: false })
  })
})
