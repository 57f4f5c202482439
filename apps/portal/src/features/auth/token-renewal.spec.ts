import { UserManagerEvents, type UserManager } from 'oidc-client-ts'
import { setAccessToken, validAccessToken } from '../../lib/session/access-token.js'
import { keepTokenFresh } from './token-renewal.js'

type Answer = 'renewed' | 'refused'

/** Simulates the identity provider's responses to the refresh token and to the hidden frame, and the library's events. */
function desk(answers: { token: Answer; frame?: Answer }) {
  const bells = new Map<string, (about?: unknown) => unknown>()
  const asked: ('token' | 'frame')[] = []
  let ended = 0
  const on = (name: keyof UserManagerEvents) => (bell: (about?: unknown) => unknown) => void bells.set(name, bell)
  const manager = {
    events: {
      addUserLoaded: on('addUserLoaded'),
      addUserUnloaded: on('addUserUnloaded'),
      addAccessTokenExpiring: on('addAccessTokenExpiring'),
      addAccessTokenExpired: on('addAccessTokenExpired'),
    },
    signinSilent: async ({ forceIframeAuth = false } = {}) => {
      const way = forceIframeAuth ? 'frame' : 'token'
      asked.push(way)
      await Promise.resolve()
      if (answers[way] !== 'renewed') throw new Error('login_required')
      const user = { access_token: `by ${way}`, expires_at: Date.now() / 1_000 + 900 }
      bells.get('addUserLoaded')?.(user)
      return user
    },
    removeUser: async () => void ended++,
  } as unknown as UserManager
  keepTokenFresh(manager)
  const ring = (name: keyof UserManagerEvents) => bells.get(name)?.()
  const signedIn = (secondsLeft: number) => {
    setAccessToken('first')
    bells.get('addUserLoaded')?.({ expires_at: Date.now() / 1_000 + secondsLeft })
  }
  return { ring, signedIn, asked, ended: () => ended }
}

describe('the token of whoever has the portal open', () => {
  afterEach(() => setAccessToken(undefined))

  it('is renewed once when a laptop wakes long after its end, whatever rings and asks at once, and nobody is signed out', async () => {
    const { ring, signedIn, asked, ended } = desk({ token: 'renewed' })
    signedIn(-3_600)
    const calls = [validAccessToken(), validAccessToken()]
    await Promise.all([ring('addAccessTokenExpiring'), ring('addAccessTokenExpired')])
    expect(await Promise.all(calls)).toEqual(['by token', 'by token'])
    expect({ asked, ended: ended() }).toEqual({ asked: ['token'], ended: 0 })
  })

  it('is used as it is while it holds', async () => {
    const { signedIn, asked } = desk({ token: 'renewed' })
    signedIn(600)
    expect(await validAccessToken()).toBe('first')
    expect(asked).toEqual([])
  })

  it('comes from the session of the provider where the refresh token is refused', async () => {
    const { ring, signedIn, asked, ended } = desk({ token: 'refused', frame: 'renewed' })
    signedIn(-60)
    await ring('addAccessTokenExpired')
    expect(await validAccessToken()).toBe('by frame')
    expect({ asked, ended: ended() }).toEqual({ asked: ['token', 'frame'], ended: 0 })
  })

  it('ends with the session where neither is granted', async () => {
    const { ring, signedIn, ended } = desk({ token: 'refused', frame: 'refused' })
    signedIn(-60)
    await ring('addAccessTokenExpired')
    expect(ended()).toBe(1)
  })

  it('stays away from whoever signed out while it was renewed', async () => {
    const { ring, signedIn } = desk({ token: 'renewed' })
    signedIn(-1)
    const renewal = ring('addAccessTokenExpired')
    setAccessToken(undefined)
    await renewal
    expect(await validAccessToken()).toBeUndefined()
  })
})
