import { act, screen, waitFor } from '@testing-library/react'
import { AuthContext, type AuthContextProps } from 'react-oidc-context'
import { LIMITS } from '../../config/limits.js'
import { readStoredLanguage, storeLanguage } from '../../i18n/stored-language.js'
import { browser } from '../../lib/browser.js'
import { getAccessToken } from '../../lib/session/access-token.js'
import { useSession } from '../../lib/session/session.js'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderPart } from '../../testing/render-app.js'
import { AuthGate } from './auth-gate.js'

const PROFILE = 'GET /api/v1/auth/user'

const signedIn = { isLoading: false, isAuthenticated: true, user: { access_token: 'token-1' } }
const signedOut = { isLoading: false, isAuthenticated: false, user: undefined }

function Inside() {
  const { user, logout } = useSession()
  return (
    <>
      <p>{`Inside as ${user.first_name} with ${user.permissions.join()}`}</p>
      <button onClick={logout}>Log out</button>
    </>
  )
}

describe('the auth gate', () => {
  let api: ApiStub
  const signinRedirect = jest.fn(() => Promise.resolve())
  const signoutRedirect = jest.fn(() => Promise.resolve())
  const leaveTo = jest.spyOn(browser, 'leaveTo').mockImplementation(() => undefined)

  beforeEach(() => {
    jest.clearAllMocks()
    window.history.replaceState({}, '', '/')
    api = stubApi({ [PROFILE]: { data: aUser() } })
  })
  afterEach(() => jest.useRealTimers())

  const gate = (auth: object) => (
    <AuthContext.Provider value={{ signinRedirect, signoutRedirect, ...auth } as unknown as AuthContextProps}>
      <AuthGate>
        <Inside />
      </AuthGate>
    </AuthContext.Provider>
  )

  /** Opens the portal with a sign-in state that the test can change. */
  async function open(auth: object) {
    const { changePart } = await renderPart(gate(auth))
    return (next: object) => changePart(gate(next))
  }

  it('R-022 R-023 covers the page while it does not know yet who is there', async () => {
    await open({ isLoading: true, isAuthenticated: false })
    expect(screen.getByRole('status', { busy: true })).toHaveTextContent('Loading your fleet')
    expect(signinRedirect).not.toHaveBeenCalled()
  })

  it('R-023 admits after 8 s that it takes longer than usual, and offers another try', async () => {
    jest.useFakeTimers()
    const reload = jest.spyOn(browser, 'reload').mockImplementation(() => undefined)
    await open({ isLoading: true, isAuthenticated: false })
    act(() => jest.advanceTimersByTime(LIMITS.slowLoadingMs))
    screen.getByRole('button', { name: 'Retry' }).click()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('R-021 R-025 redirects to sign-in when nobody is signed in, and remembers the deep link', async () => {
    window.history.replaceState({}, '', '/map/352625698104217?tab=trips#now')
    await open(signedOut)
    expect(signinRedirect).toHaveBeenCalledWith({ state: { returnTo: '/map/352625698104217?tab=trips#now' } })
    expect(screen.getByRole('status', { busy: true })).toBeInTheDocument()
  })

  it('R-024 sets the authorization header first, then loads the profile, then opens', async () => {
    await open(signedIn)
    expect(await screen.findByText(/Inside as Marit/)).toBeVisible()
    expect(api.requestsTo(PROFILE)).toHaveLength(1)
    expect(api.requestsTo(PROFILE)[0]?.headers.get('authorization')).toBe('Bearer token-1')
  })

  it('R-231 R-232 speaks the account’s language after the sign-in, and leaves this browser its own for who comes next', async () => {
    api.answer({ [PROFILE]: { data: aUser({ locale: 'nl' }) } })
    await storeLanguage('fr')
    await open(signedIn)
    expect(await screen.findByText(/Inside as Marit/)).toBeVisible()
    expect(document.documentElement.lang).toBe('nl')
    expect(await readStoredLanguage()).toBe('fr')
  })

  it('uses a renewed token from then on', async () => {
    const change = await open(signedIn)
    await screen.findByText(/Inside/)
    change({ ...signedIn, user: { access_token: 'token-2' } })
    await waitFor(() => expect(getAccessToken()).toBe('token-2'))
    expect(screen.getByText(/Inside as Marit/)).toBeVisible()
  })

  it('asks for the password after a sign-out that the provider did not receive, so that nobody else gets in', async () => {
    signoutRedirect.mockRejectedValueOnce(new Error('Failed to fetch'))
    const removeUser = jest.fn(() => Promise.resolve())
    const change = await open({ ...signedIn, removeUser })
    await screen.findByText(/Inside/)
    act(() => screen.getByRole('button', { name: 'Log out' }).click())
    change({ ...signedIn, removeUser, activeNavigator: 'signoutRedirect' })
    await waitFor(() => expect(removeUser).toHaveBeenCalled())
    change({ ...signedOut, removeUser })
    await waitFor(() => expect(signinRedirect).toHaveBeenCalledWith(expect.objectContaining({ prompt: 'login' })))
  })

  it('G-01 ends with the sign-out of another tab, says so, and signs in only when asked to', async () => {
    const removeUser = jest.fn(() => Promise.resolve())
    const change = await open({ ...signedIn, removeUser })
    await screen.findByText(/Inside/)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'signed-in-here', newValue: null })))
    expect(screen.getByRole('alert')).toHaveTextContent('You signed out in another tab.')
    expect(screen.queryByText(/Inside/)).not.toBeInTheDocument()
    expect([getAccessToken(), removeUser.mock.calls.length]).toEqual([undefined, 1])
    change({ ...signedOut, removeUser })
    expect([signinRedirect.mock.calls.length, signoutRedirect.mock.calls.length]).toEqual([0, 0])
    screen.getByRole('button', { name: 'Sign in again' }).click()
    expect(signinRedirect).toHaveBeenCalledTimes(1)
  })

  it('keeps the token out of every storage (G-15)', async () => {
    await open(signedIn)
    await screen.findByText(/Inside/)
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('token-1')
  })

  it('R-026 goes to the maintenance page when the profile call fails', async () => {
    api.answer({ [PROFILE]: () => problem(503, 'The database is away') })
    await open(signedIn)
    await waitFor(() => expect(leaveTo).toHaveBeenCalledWith('/maintenance.html'))
    expect(screen.queryByText(/Inside/)).not.toBeInTheDocument()
  })

  it('R-027 logs out when authenticated becomes false while a user exists', async () => {
    const change = await open(signedIn)
    await screen.findByText(/Inside/)
    change(signedOut)
    await waitFor(() => expect(signoutRedirect).toHaveBeenCalledTimes(1))
    expect(signinRedirect).not.toHaveBeenCalled()
    expect(screen.queryByText(/Inside/)).not.toBeInTheDocument()
  })

  it('R-027 logs out when the renewal failed and the token ran out', async () => {
    const change = await open(signedIn)
    await screen.findByText(/Inside/)
    change({ ...signedIn, error: new Error('invalid_grant') })
    expect(screen.getByText(/Inside/)).toBeVisible()
    change({ ...signedOut, error: new Error('invalid_grant') })
    await waitFor(() => expect(signoutRedirect).toHaveBeenCalledTimes(1))
  })

  it('R-028 says that the token is not valid when a call answers 401, and logs out', async () => {
    api.answer({ [PROFILE]: () => problem(401, 'The token has expired') })
    jest.useFakeTimers()
    await open(signedIn)
    const alert = await screen.findByRole('alertdialog', { name: 'Failed' })
    expect(alert).toHaveAccessibleDescription('Your token is not valid, logging out now.')
    expect(signoutRedirect).not.toHaveBeenCalled()
    act(() => jest.advanceTimersByTime(LIMITS.tokenInvalidAlertMs))
    expect(signoutRedirect).toHaveBeenCalledTimes(1)
    expect(leaveTo).not.toHaveBeenCalled()
  })

  it('R-029 an empty list of permissions becomes ["none"]', async () => {
    api.answer({ [PROFILE]: { data: aUser({ permissions: [] }) } })
    await open(signedIn)
    expect(await screen.findByText('Inside as Marit with none')).toBeVisible()
  })

  it('shows why a sign-in failed, with one button to try again', async () => {
    await open({ ...signedOut, error: new Error('access_denied') })
    expect(screen.getByRole('alert')).toHaveTextContent('access_denied')
    screen.getByRole('button', { name: 'Sign in again' }).click()
    expect(signinRedirect).toHaveBeenCalledTimes(1)
  })
})
