import { screen, waitFor, within } from '@testing-library/react'
import { aToken, tokenPage } from '../../features/tokens/testing/some-tokens.js'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'

const LIST = 'GET /api/v1/tokens'
const CREATE = 'POST /api/v1/tokens'
const now = Date.parse('2025-10-30T08:26:00Z')
const used = aToken()
const revoked = aToken({ id: 4, name: 'Old', state: 'revoked', revoked_at: '2025-10-02T08:00:00.000Z', last_used_at: null })
const expired = aToken({ id: 3, name: 'Over', expires_at: '2025-10-20T22:59:59.999Z' })
const may = (permissions: string[]) => aUser({ permissions: permissions as [] })
let api: ApiStub
beforeEach(() => {
  api = stubApi({ [LIST]: tokenPage([used, revoked, expired]) })
})

const open = async (address = '/tokens', user = aUser()) => {
  const app = await renderApp(address, { now, user })
  await screen.findAllByRole('row')
  return app
}
const dialog = (name: RegExp | string) => screen.findByRole('dialog', { name })

describe('the tokens screen', () => {
  it('R-190 R-191 R-192 lists name, scope, dates, last use and end, the revoked and the expired struck', async () => {
    await open()
    const row = screen.getByRole('row', { name: /Night report/ })
    for (const text of ['rbk_Ab12Cd…', 'Read', '14 min ago', '01-10-2025 10:00', 'Never', 'In use']) {
      expect(within(row).getByText(text)).toBeVisible()
    }
    expect(within(row).queryByRole('deletion')).toBeNull()
    const old = screen.getByRole('row', { name: /Old/ })
    expect(within(old).getByRole('deletion')).toHaveTextContent('Old')
    expect(within(old).getByText('Revoked')).toBeVisible()
    expect(within(old).getByText('02-10-2025 10:00')).toBeVisible()
    const over = screen.getByRole('row', { name: /Over/ })
    expect(within(over).getByRole('deletion')).toHaveTextContent('Over')
    expect(within(over).getByText('Expired')).toBeVisible()
  })

  it('R-192 narrows the list to the revoked', async () => {
    await open('/tokens?f.state=revoked')
    expect(new URL(api.requestsTo(LIST).at(-1)?.url ?? '').searchParams.get('searchFields')).toBe('state:inrevoked')
  })

  it('says what tokens are for while there is none, and leads to the documentation of the API', async () => {
    api.answer({ [LIST]: tokenPage([]) })
    await renderApp('/tokens', { now })
    expect(await screen.findByText('No tokens yet')).toBeVisible()
    expect(screen.getByRole('link', { name: 'API documentation' })).toHaveAttribute('href', '/api/docs')
  })
})

describe('making a token', () => {
  const created = { ...aToken({ id: 9, name: 'Rack' }), secret: 'rbk_secret-of-this-token' }

  it('R-339 R-191 asks for name, scope and end, shows the secret once, and lets go of it by "I stored it" alone', async () => {
    api.answer({ [CREATE]: { data: created } })
    const { actor, address } = await open()
    await actor.click(screen.getByRole('button', { name: 'New token' }))
    const form = await dialog('New token')
    await actor.type(within(form).getByRole('textbox', { name: 'Name' }), 'Rack')
    await actor.click(within(form).getByRole('radio', { name: 'Install' }))
    await actor.click(within(form).getByRole('button', { name: 'Create token' }))
    const secret = await dialog('Copy the token now')
    expect(within(secret).getByRole('textbox')).toHaveValue('rbk_secret-of-this-token')
    const [request] = api.requestsTo(CREATE)
    // 90 days from 30 October, until the end of that day in Amsterdam.
    expect(await request?.json()).toEqual({ name: 'Rack', scope: 'install', expires_at: '2026-01-28T22:59:59.999Z' })
    expect(request?.headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/)
    await actor.keyboard('{Escape}')
    expect(within(secret).getByRole('textbox')).toBeVisible()
    await actor.click(within(secret).getByRole('button', { name: 'Copy token' }))
    expect(await navigator.clipboard.readText()).toBe('rbk_secret-of-this-token')
    await actor.click(within(secret).getByRole('button', { name: 'I stored it' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByDisplayValue('rbk_secret-of-this-token')).toBeNull()
    expect(address()).toBe('/tokens')
  })

  it('validates as the API does, and shows what the API says at its field', async () => {
    api.answer({ [CREATE]: () => problem(422, 'Invalid', { errors: { expires_at: ['must lie in the future'] } }) })
    const { actor } = await open()
    await actor.click(screen.getByRole('button', { name: 'New token' }))
    const form = await dialog('New token')
    await actor.click(within(form).getByRole('button', { name: 'Create token' }))
    const name = within(form).getByRole('textbox', { name: 'Name' })
    await waitFor(() => expect(name).toHaveAccessibleDescription('Name is required'))
    expect(api.requestsTo(CREATE)).toHaveLength(0)
    await actor.type(name, 'x')
    await actor.click(within(form).getByRole('combobox', { name: 'Valid until' }))
    await actor.click(await screen.findByRole('option', { name: 'Another day' }))
    await actor.type(within(form).getByLabelText('Last day'), '31-10-2025')
    await actor.click(within(form).getByRole('button', { name: 'Create token' }))
    await waitFor(() => expect(within(form).getByLabelText('Last day')).toHaveAccessibleDescription('must lie in the future'))
  })

  it('S17 T-13 offers no scope that the maker’s rights leave nothing of, and names the missing right', async () => {
    const { actor } = await open('/tokens', may(['read:business-management', 'manage:tokens']))
    await actor.click(screen.getByRole('button', { name: 'New token' }))
    const install = within(await dialog('New token')).getByRole('radio', { name: 'Install' })
    expect(install).toBeDisabled()
    expect(install).toHaveAccessibleDescription(/create:entity/)
  })

  it('T-13 names the right that whoever may only look misses', async () => {
    await open('/tokens', may(['read:business-management']))
    const button = screen.getByRole('button', { name: 'New token' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAccessibleDescription(/manage:tokens/)
  })
})

describe('revoking tokens', () => {
  const menuOf = async (actor: Awaited<ReturnType<typeof open>>['actor'], name: string) => {
    await actor.click(screen.getByRole('button', { name: `Actions for ${name}` }))
    return screen.findByRole('menuitem', { name: /Revoke/ })
  }

  it('R-192 R-346 asks with what is known of the last use, the safe button in focus, and then ends the token', async () => {
    api.answer({ 'DELETE /api/v1/tokens/5': { data: { ...used, state: 'revoked' } } })
    const { actor } = await open()
    await actor.click(await menuOf(actor, 'Night report'))
    const question = await screen.findByRole('alertdialog', { name: 'Revoke “Night report”?' })
    expect(question).toHaveAccessibleDescription(/Last used 14 min ago from 192\.0\.2\.7\./)
    expect(within(question).getByRole('button', { name: 'Keep token' })).toHaveFocus()
    expect(api.requestsTo('DELETE /api/v1/tokens/5')).toHaveLength(0)
    await actor.click(within(question).getByRole('button', { name: 'Revoke token' }))
    expect(await screen.findByText('“Night report” is revoked')).toBeInTheDocument()
    expect(api.requestsTo('DELETE /api/v1/tokens/5')).toHaveLength(1)
  })

  it('T-13 says why a revoked token cannot be revoked', async () => {
    const { actor } = await open()
    const entry = await menuOf(actor, 'Old')
    expect(entry).toHaveAttribute('aria-disabled', 'true')
    expect(entry).toHaveTextContent('This token is revoked already')
  })

  it('T-05 revokes many at once, leaves out the revoked and tells what became of each', async () => {
    const results = [
      { id: 5, result: 'changed', reason: null, message: null },
      { id: 3, result: 'failed', reason: '/problems/not-found', message: 'There is no such token' },
    ]
    api.answer({ 'POST /api/v1/tokens/revoke': { data: { undo_id: null, changed: 1, unchanged: 0, failed: 1, results } } })
    const { actor } = await open()
    for (const name of ['Night report', 'Old', 'Over'])
      await actor.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
    await actor.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Revoke' }))
    const steps = await dialog('Revoke')
    expect(await within(steps).findByText('2 tokens stop working at once. They cannot be brought back.')).toBeVisible()
    expect(within(steps).getByText('This token is revoked already')).toBeVisible()
    await actor.click(within(steps).getByRole('button', { name: 'Revoke' }))
    expect(await within(steps).findByText('1 row done')).toBeVisible()
    expect(within(steps).getByText('There is no such token')).toBeVisible()
    const [request] = api.requestsTo('POST /api/v1/tokens/revoke')
    expect(await request?.json()).toEqual({ ids: [5, 3] })
    expect(request?.headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/)
    expect(within(steps).queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})

it('T-16 shows a token’s history in its panel', async () => {
  const entry = {
    id: 1,
    created_at: '2025-10-01T08:00:00.000Z',
    actor: 'Marit de Wolf',
    user_id: 7,
    business_id: 3,
    business_name: null,
    action: 'token.create',
    object_type: 'token',
    object_id: '5',
    object_name: 'Night report',
    outcome: 'done',
    changes: [],
    token_id: null,
    remote_address: null,
    request_id: null,
  }
  api.answer({ 'GET /api/v1/tokens/5/history': tokenPage([entry as never]) })
  const { actor, address } = await open()
  await actor.click(screen.getByRole('row', { name: /Night report/ }))
  expect(address()).toBe('/tokens?token=5')
  expect(await within(await dialog('Night report')).findByText('API token created')).toBeVisible()
})
