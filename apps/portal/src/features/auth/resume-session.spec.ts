import { ErrorResponse, type UserManager } from 'oidc-client-ts'
import { resumeSession } from './resume-session.js'
import { isSignedInHere, noteSignedIn, noteSignedOut } from './signed-in-here.js'

describe('going on with a session when a page is loaded (G-15)', () => {
  const signinSilent = jest.fn<Promise<unknown>, [object]>()
  const manager = { signinSilent } as unknown as UserManager

  beforeEach(() => {
    signinSilent.mockReset().mockResolvedValue(null)
    window.history.replaceState({}, '', '/map')
    noteSignedIn()
  })
  afterEach(() => jest.restoreAllMocks())

  it('asks the provider in a frame, so that the page does not leave', async () => {
    await resumeSession(manager)
    expect(signinSilent).toHaveBeenCalledWith(expect.objectContaining({ forceIframeAuth: true }))
  })

  it('asks nothing on a browser where nobody is signed in, without a network, and on the way back from a sign-in', async () => {
    noteSignedOut()
    await resumeSession(manager)
    noteSignedIn()
    window.history.replaceState({}, '', '/auth/callback?code=x')
    await resumeSession(manager)
    window.history.replaceState({}, '', '/map')
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await resumeSession(manager)
    expect(signinSilent).not.toHaveBeenCalled()
  })

  it('does not ask again once the provider has said that nobody is signed in, and does where it said nothing', async () => {
    signinSilent.mockRejectedValueOnce(new Error('no answer'))
    await resumeSession(manager)
    expect(isSignedInHere()).toBe(true)
    signinSilent.mockRejectedValueOnce(new ErrorResponse({ error: 'login_required' }))
    await resumeSession(manager)
    expect(isSignedInHere()).toBe(false)
  })
})
