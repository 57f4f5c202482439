import { screen, waitFor, within } from '@testing-library/react'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { renderPart, type Rendered } from '../../testing/render-app.js'
import { SessionProvider, useSession } from '../../lib/session/session.js'
import { AccountSecurity } from './account-security.js'

const NOW = Date.parse('2025-10-30T12:00:00Z')
const END = 'DELETE /api/v1/account/sessions/lost'
const END_OTHERS = 'DELETE /api/v1/account/sessions'
const session = (id: string, more: object = {}) => ({
  id,
  browser: 'Firefox',
  system: 'Windows',
  device: 'desktop',
  address: '192.0.2.7',
  signed_in_at: '2025-10-29T08:00:00Z',
  last_seen_at: '2025-10-30T11:46:00Z',
  is_current: false,
  ...more,
})
const here = session('here', { is_current: true, browser: 'Safari', system: 'iOS', device: 'mobile' })

describe('how one signs in, in the account drawer', () => {
  let api: ApiStub
  const changeSignIn = jest.fn()
  const show = (security: object, sessions: object[] = [here, session('lost')]): Promise<Rendered> => {
    api = stubApi({
      'GET /api/v1/account/security': { data: { is_kept_here: true, second_factor: null, ...security } },
      'GET /api/v1/account/sessions': { data: sessions },
      [END]: () => new Response(null, { status: 204 }),
      [END_OTHERS]: { data: { ended: 1 } },
    })
    const WithActions = () => (
      <SessionProvider value={{ ...useSession(), changeSignIn }}>
        <AccountSecurity />
      </SessionProvider>
    )
    return renderPart(<WithActions />, { now: NOW })
  }
  beforeEach(() => jest.clearAllMocks())

  it('S24 leads to where the password is changed and the second step is set up', async () => {
    const { actor } = await show({})
    await actor.click(await screen.findByRole('button', { name: 'Change password' }))
    await actor.click(screen.getByRole('button', { name: 'Set up' }))
    expect(changeSignIn.mock.calls).toEqual([['UPDATE_PASSWORD'], ['CONFIGURE_TOTP']])
    expect(screen.getByText(/^Off\./)).toBeVisible()
  })

  it('S24 says since when the second step is on, and how many recovery codes are left', async () => {
    await show({ second_factor: { since: '2025-10-01T10:00:00Z', recovery_codes_left: 1 } })
    expect(await screen.findByText('On since 01-10-2025. 1 recovery code left.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Manage' })).toBeEnabled()
  })

  it('S8 lists sessions with device, address and when they were last seen; this device has no end', async () => {
    await show({})
    const list = await screen.findByRole('list', { name: 'Where you are signed in' })
    const [first, second] = within(list).getAllByRole('listitem') as [HTMLElement, HTMLElement]
    expect(first).toHaveTextContent('Safari on iOS')
    expect(first).toHaveTextContent('This device')
    expect(within(first).queryByRole('button')).toBeNull()
    expect(second).toHaveTextContent('Firefox on Windows')
    expect(second).toHaveTextContent('192.0.2.7 · seen 14 min ago')
  })

  it('S8 ends one session, and reads the list anew', async () => {
    const { actor } = await show({})
    await actor.click(await screen.findByRole('button', { name: 'Sign out Firefox on Windows' }))
    expect(await screen.findByText('Signed out there.')).toBeInTheDocument()
    expect(api.requestsTo(END)).toHaveLength(1)
    await waitFor(() => expect(api.requestsTo('GET /api/v1/account/sessions')).toHaveLength(2))
  })

  it('S8 ends all others together', async () => {
    const { actor } = await show({}, [here, session('lost'), session('old')])
    await actor.click(await screen.findByRole('button', { name: 'Sign out the 2 other devices' }))
    await waitFor(() => expect(api.requestsTo(END_OTHERS)).toHaveLength(1))
  })

  it('shows the server’s message when a session cannot be ended', async () => {
    const { actor } = await show({})
    api.answer({ [END]: () => problem(503, 'The identity provider does not answer; try again') })
    await actor.click(await screen.findByRole('button', { name: 'Sign out Firefox on Windows' }))
    expect(await screen.findByText('The identity provider does not answer; try again')).toBeInTheDocument()
  })

  it('says where to go when somebody else keeps the account', async () => {
    await show({ is_kept_here: false })
    expect(await screen.findByText(/^Your organisation manages your password/)).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })
})
