import { screen, waitFor } from '@testing-library/react'
import { api, unwrap } from '../../lib/api/api-client.js'
import { browser } from '../../lib/browser.js'
import { forgetViewAs, getViewAs, keepViewAs } from '../../lib/session/view-as.js'
import { stubApi } from '../../testing/api-stub.js'
import { aSummary, aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'

describe('looking at the portal as a role (T-13)', () => {
  const leaveTo = jest.spyOn(browser, 'leaveTo').mockImplementation(() => undefined)
  afterEach(() => forgetViewAs())
  const viewed = aUser({
    role: 'Dealer',
    role_key: 'dealer',
    permissions: ['index:dashboard', 'read:map'],
    viewing_as: { role_key: 'dealer', business_id: 12, business_name: 'Fietsen & Zn.' },
  })

  it('T-13 says over every screen as whom and where, and that nothing can be changed', async () => {
    stubApi({ 'GET /api/v1/dashboard/summary': { data: aSummary() } })
    const { actor } = await renderApp('/', { user: viewed })
    const banner = screen.getByRole('region', { name: 'You are viewing as Dealer' })
    expect(banner).toHaveTextContent('You are viewing as Dealer at Fietsen & Zn. Nothing can be changed.')
    keepViewAs({ roleKey: 'dealer', businessId: 12 })
    await actor.click(screen.getByRole('button', { name: 'Leave view' }))
    expect(getViewAs()).toBeUndefined()
    expect(leaveTo).toHaveBeenCalledWith('/')
  })

  it('T-13 shows nothing of it to who looks with their own rights', async () => {
    stubApi({ 'GET /api/v1/dashboard/summary': { data: aSummary() } })
    await renderApp('/')
    expect(screen.queryByText(/viewing as/)).not.toBeInTheDocument()
  })

  it('T-13 tells the server with every request as which role it is made', async () => {
    const stub = stubApi({ 'GET /api/v1/auth/user': { data: viewed } })
    keepViewAs({ roleKey: 'dealer', businessId: 12 })
    await unwrap(api.GET('/api/v1/auth/user'))
    await waitFor(() => expect(stub.requests.at(-1)?.headers.get('x-view-as')).toBe('dealer@12'))
    forgetViewAs()
    await unwrap(api.GET('/api/v1/auth/user'))
    expect(stub.requests.at(-1)?.headers.get('x-view-as')).toBeNull()
  })
})
