import { returnAddress } from './deep-link.js'

describe('the deep link after sign-in', () => {
  it('is restored', () => expect(returnAddress({ returnTo: '/map/1?x=2#y' })).toBe('/map/1?x=2#y'))

  it('goes home when there is none, or after the callback itself', () => {
    expect([undefined, null, {}, { returnTo: 7 }, { returnTo: '/auth/callback?code=1' }].map(returnAddress)).toEqual(
      Array.from({ length: 5 }, () => '/'),
    )
  })

  it('never leaves the portal', () => {
    const foreign = ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)']
    expect(foreign.map((returnTo) => returnAddress({ returnTo }))).toEqual(foreign.map(() => '/'))
  })
})
