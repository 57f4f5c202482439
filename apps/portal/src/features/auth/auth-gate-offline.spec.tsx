import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import { AuthContext, type AuthContextProps } from 'react-oidc-context'
import { browser } from '../../lib/browser.js'
import { forgetSession, keepSession, readKeptSession } from '../../lib/kept/kept-session.js'
import { useSession } from '../../lib/session/session.js'
import { stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderPart } from '../../testing/render-app.js'
import { AuthGate } from './auth-gate.js'

const PROFILE = 'GET /api/v1/auth/user'
const signedIn = { isLoading: false, isAuthenticated: true, user: { access_token: 'token-1' } }
const signedOut = { isLoading: false, isAuthenticated: false, user: undefined }
const networkIs = (isThere: boolean) => act(async () => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')))
const dead = () => Promise.reject(new TypeError('Failed to fetch'))

function Inside() {
  const { user, logout } = useSession()
  return <button onClick={logout}>{`Inside as ${user.first_name}`}</button>
}

describe('the auth gate without a network', () => {
  let api: ApiStub
  const signinRedirect = jest.fn(() => Promise.resolve())
  const signoutRedirect = jest.fn(() => Promise.resolve())
  const signinSilent = jest.fn<Promise<unknown>, [unknown]>(() => Promise.resolve(null))
  const reload = jest.spyOn(browser, 'reload').mockImplementation(() => undefined)

  beforeEach(async () => {
    jest.clearAllMocks()
    await forgetSession()
    api = stubApi({ [PROFILE]: { data: aUser() } })
  })
  afterEach(() => networkIs(true))

  const gate = (auth: object) => (
    <AuthContext.Provider value={{ signinRedirect, signoutRedirect, signinSilent, ...auth } as unknown as AuthContextProps}>
      <AuthGate>
        <Inside />
      </AuthGate>
    </AuthContext.Provider>
  )
  async function open(auth: object, isThere = false) {
    const { changePart } = await renderPart(gate({ isLoading: true, isAuthenticated: false }))
    await networkIs(isThere)
    changePart(gate(auth))
    return (next: object) => changePart(gate(next))
  }

  it('T-17 opens after a reload for who was signed in on this device, without asking the provider', async () => {
    await keepSession(aUser())
    await open(signedOut)
    expect(await screen.findByText('Inside as Marit')).toBeVisible()
    expect(signinRedirect).not.toHaveBeenCalled()
  })

  it('T-17 says that there is no connection when nobody was signed in, or too long ago', async () => {
    await keepSession(aUser())
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 8 * 86_400_000)
    await open(signedOut)
    expect(await screen.findByRole('alert')).toHaveTextContent('No connection to the server')
    jest.mocked(Date.now).mockRestore()
  })

  it('T-17 stays open when the token runs out, and signs in again without leaving once the network is back', async () => {
    const change = await open(signedIn, true)
    expect(await screen.findByText('Inside as Marit')).toBeVisible()
    await networkIs(false)
    change(signedOut)
    expect(await screen.findByText('Inside as Marit')).toBeVisible()
    expect(signoutRedirect).not.toHaveBeenCalled()
    signinSilent.mockResolvedValueOnce({ access_token: 'token-2' })
    await networkIs(true)
    await waitFor(() => expect(signinSilent).toHaveBeenCalledWith({ forceIframeAuth: true }))
    change({ ...signedIn, user: { access_token: 'token-2' } })
    expect(screen.getByText('Inside as Marit')).toBeVisible()
    expect(signinRedirect).not.toHaveBeenCalled()
  })

  it('leads to the sign-in when the network is back and the provider asks for it', async () => {
    await keepSession(aUser())
    await open(signedOut)
    await screen.findByText('Inside as Marit')
    await networkIs(true)
    await waitFor(() => expect(signinRedirect).toHaveBeenCalled())
  })

  it('counts a provider that cannot be reached as no network', async () => {
    await keepSession(aUser())
    globalThis.fetch = dead
    await renderPart(gate({ ...signedOut, error: new Error('Failed to fetch') }))
    expect(await screen.findByText('Inside as Marit')).toBeVisible()
  })

  it('starts anew when somebody else signs in', async () => {
    await keepSession(aUser())
    const change = await open(signedOut)
    await screen.findByText('Inside as Marit')
    api.answer({ [PROFILE]: { data: aUser({ id: 8, first_name: 'Joost' }) } })
    await networkIs(true)
    change({ ...signedIn, user: { access_token: 'token-8' } })
    await waitFor(() => expect(reload).toHaveBeenCalled())
    expect((await readKeptSession())?.id).toBe(8)
  })

  it('forgets at sign-out, and has the password asked for when the provider could not be told', async () => {
    await keepSession(aUser())
    const change = await open(signedOut)
    const inside = await screen.findByText('Inside as Marit')
    act(() => inside.click())
    expect(await screen.findByRole('alert')).toHaveTextContent('No connection to the server')
    expect(await readKeptSession()).toBeUndefined()
    await networkIs(true)
    change({ ...signedOut })
    await waitFor(() => expect(signinRedirect).toHaveBeenCalledWith(expect.objectContaining({ prompt: 'login' })))
  })
})
