import { screen, within } from '@testing-library/react'
import { stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'

const LIST = 'GET /api/v1/jobs'
const now = Date.parse('2025-10-30T08:26:00Z')
const failed = {
  id: '6f1c',
  kind: 'send-mail',
  state: 'failed',
  attempts: 10,
  reason: '550 no such mailbox',
  requested_by: 'Marit de Wolf',
  created_at: '2025-10-30T08:12:00.000Z',
  runs_at: '2025-10-30T08:12:00.000Z',
  started_at: null,
  ended_at: '2025-10-30T08:25:00.000Z',
}
const unknown = {
  ...failed,
  id: '6f1d',
  kind: 'fly-kites',
  state: 'running',
  attempts: 1,
  reason: null,
  requested_by: null,
  ended_at: null,
}
let api: ApiStub
beforeEach(() => {
  const meta = { current_page: 1, last_page: 1, per_page: 15, total: 2 }
  api = stubApi({ [LIST]: { data: [failed, unknown], meta } })
})

describe('the jobs screen', () => {
  it('tells operators how each job stands, how often it was tried and why it failed', async () => {
    await renderApp('/jobs?f.state=failed,running', { now })
    const row = await screen.findByRole('row', { name: /Send an e-mail/ })
    for (const text of ['10', '550 no such mailbox', 'Marit de Wolf', '14 min ago', 'Failed']) {
      expect(within(row).getByText(text)).toBeVisible()
    }
    const other = screen.getByRole('row', { name: /fly-kites/ })
    expect(within(other).getByText('Running')).toBeVisible()
    expect(within(other).getByText('System')).toBeVisible()
    const { searchParams } = new URL(api.requestsTo(LIST).at(-1)?.url ?? '')
    expect(searchParams.get('searchFields')).toBe('state:infailed,running')
  })

  it('tries what has failed once more by its button, and nothing else', async () => {
    api.answer({ 'PUT /api/v1/jobs/6f1c/retry': { data: { ...failed, state: 'queued' } } })
    const { actor } = await renderApp('/jobs', { now })
    await actor.click(await screen.findByRole('button', { name: 'Actions for fly-kites' }))
    expect(await screen.findByRole('menuitem', { name: /Try again/ })).toHaveTextContent('Only failed jobs can be tried again')
    await actor.keyboard('{Escape}')
    await actor.click(await screen.findByRole('button', { name: 'Actions for send-mail' }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Try again' }))
    expect(await screen.findByText('Send an e-mail: trying again')).toBeVisible()
    expect(api.requestsTo('PUT /api/v1/jobs/6f1c/retry')).toHaveLength(1)
  })

  it('is led to from the audit log, for super admins', async () => {
    await renderApp('/audit', { user: aUser({ role_key: 'super-admin' }) })
    expect(await screen.findByRole('link', { name: 'Jobs' })).toHaveAttribute('href', '/jobs')
  })

  it('is not in the way of managers', async () => {
    await renderApp('/audit')
    await screen.findByRole('heading', { name: 'Audit log' })
    expect(screen.queryByRole('link', { name: 'Jobs' })).toBeNull()
  })
})
