import { sessionLifetimeS } from './lifetimes.js'

describe('how long a session lasts (G-15)', () => {
  const signedIn = 1_700_000_000
  const day = 86_400

  it('is two weeks from the last use when the user asked to be kept signed in', () => {
    expect(sessionLifetimeS(false, signedIn, signedIn + 3 * day)).toBe(14 * day)
  })
  it('is never more than 90 days in all', () => {
    expect(sessionLifetimeS(false, signedIn, signedIn + 85 * day)).toBe(5 * day)
    expect(sessionLifetimeS(false, signedIn, signedIn + 91 * day)).toBe(1)
  })
  it('is a working day, and a day in all, when not', () => {
    expect(sessionLifetimeS(true, signedIn, signedIn)).toBe(day / 2)
    expect(sessionLifetimeS(true, signedIn, signedIn + 0.75 * day)).toBe(day / 4)
  })
  it('starts anew for a session without a sign-in', () => {
    expect(sessionLifetimeS(false, undefined, signedIn)).toBe(14 * day)
  })
})
