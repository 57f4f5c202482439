import { screen, waitFor, within } from '@testing-library/react'
import { problem, type ApiStub } from '../../testing/api-stub.js'
import { aConfig, aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import { gone, LIST, lastBody, menuOf, openUsers, stubUsers } from '../../testing/some-users.js'
import { PHONE, setViewport } from '../../testing/viewport.js'

const now = Date.parse('2025-10-30T08:12:00Z')
let api: ApiStub
beforeEach(() => {
  api = stubUsers()
})

describe('the list of users', () => {
  it('R-167 R-168 R-283 shows name, city, phone, e-mail, business, role, last seen and the actions', async () => {
    const app = await openUsers()
    const row = screen.getByRole('row', { name: /Noor Visser/ })
    for (const text of ['Nieuwegein', '+31 30 000 02 19', 'noor@domstad.example', 'Domstad Mobiliteit', 'Technician', '1 h ago'])
      expect(row).toHaveTextContent(text)
    expect(await screen.findByText('2 users, 1 deleted')).toBeVisible()
    const items = within(await menuOf(app, 'Noor Visser')).getAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual([
      ...['Details', 'Edit', 'Mail reset link', 'Reset link', 'Temporary password', 'Reset two-step sign-in'],
      ...['View as Technician', 'Delete'],
    ])
  })

  it('R-168 G-66 offers restore and deleting for good on deleted rows alone', async () => {
    const app = await openUsers('/users?view=deleted')
    expect(screen.getByRole('deletion')).toHaveTextContent('Anouk Smit')
    const items = within(await menuOf(app, 'Anouk Smit')).getAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual(['Details', 'Restore', 'Delete for good'])
  })

  it('D.14 has a view of who never signed in, in the address', async () => {
    const { actor, address } = await openUsers()
    await actor.click(screen.getByRole('tab', { name: 'Never signed in' }))
    await waitFor(() => expect(address()).toBe('/users?view=never'))
    await waitFor(() => expect(api.requestsTo(LIST).some(({ url }) => url.includes('status=never-signed-in'))).toBe(true))
  })

  it('T-13 names the missing right of what this user may not do, and keeps it in the menu', async () => {
    const app = await openUsers('/users', { user: aUser({ permissions: ['read:user'] }) })
    expect(screen.getByRole('button', { name: 'New user' })).toHaveAccessibleDescription('You lack the right create:user')
    const menu = await menuOf(app, 'Noor Visser')
    expect(within(menu).getByRole('menuitem', { name: /^Delete/ })).toHaveTextContent('You lack the right delete:user')
    expect(within(menu).getByRole('menuitem', { name: /^Edit/ })).toHaveAttribute('aria-disabled', 'true')
  })

  it('calls and mails from the cards of a phone', async () => {
    setViewport(PHONE)
    await renderApp('/users', { now })
    expect(await screen.findByRole('link', { name: 'Call Noor Visser' })).toHaveAttribute('href', 'tel:+31300000219')
    expect(screen.getByRole('link', { name: 'Mail Noor Visser' })).toHaveAttribute('href', 'mailto:noor@domstad.example')
  })
})

describe('deleting and restoring', () => {
  it('R-346 R-286 asks first, with the focus on keeping', async () => {
    api.answer({ 'DELETE /api/v1/users/21': { data: gone } })
    const app = await openUsers()
    await app.actor.click(within(await menuOf(app, 'Noor Visser')).getByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Noor Visser?' })
    expect(within(dialog).getByRole('button', { name: 'Keep user' })).toHaveFocus()
    await app.actor.click(within(dialog).getByRole('button', { name: 'Delete user' }))
    expect(await screen.findByText('Noor Visser was deleted.')).toBeVisible()
  })

  it('R-176 says why it failed and to try again', async () => {
    api.answer({ 'DELETE /api/v1/users/21': () => problem(409, 'This is the last super admin') })
    const app = await openUsers()
    await app.actor.click(within(await menuOf(app, 'Noor Visser')).getByRole('menuitem', { name: 'Delete' }))
    await app.actor.click(await screen.findByRole('button', { name: 'Delete user' }))
    expect(await screen.findByText('The user could not be deleted: This is the last super admin. Try again.')).toBeVisible()
  })

  it('R-288 G-66 deletes for good only after the e-mail was typed', async () => {
    const DESTROY = 'DELETE /api/v1/users/22/force-destroy'
    api.answer({ [DESTROY]: { data: gone } })
    const app = await openUsers('/users?view=deleted')
    await app.actor.click(within(await menuOf(app, 'Anouk Smit')).getByRole('menuitem', { name: 'Delete for good' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(within(dialog).getByRole('button', { name: 'Delete for good' })).toBeDisabled()
    await app.actor.type(within(dialog).getByRole('textbox'), 'anouk@lunetten.example')
    await app.actor.click(within(dialog).getByRole('button', { name: 'Delete for good' }))
    await waitFor(() => expect(api.requestsTo(DESTROY)).toHaveLength(1))
    expect(await lastBody(api, DESTROY)).toEqual({ email: 'anouk@lunetten.example' })
  })

  it('T-05 changes the role of many, leaves oneself out, and lists who was refused', async () => {
    const message = 'You do not have manage:announcements yourself.'
    const results = [{ id: 21, result: 'failed', reason: '/problems/forbidden', message }]
    api.answer({ 'POST /api/v1/users/bulk-role': { data: { undo_id: null, changed: 0, unchanged: 0, failed: 1, results } } })
    const { actor } = await openUsers()
    await actor.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await actor.click(screen.getByRole('button', { name: 'Change role' }))
    const dialog = await screen.findByRole('dialog', { name: 'Change role' })
    expect(await within(dialog).findByText('1 row will be left out')).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Change role' })).toBeDisabled()
    await actor.click(within(dialog).getByRole('combobox', { name: 'Role' }))
    await actor.click(await screen.findByRole('option', { name: 'Dealer' }))
    await actor.click(within(dialog).getByRole('button', { name: 'Change role' }))
    const refused = await within(dialog).findByRole('list', { name: '2 rows refused' })
    expect(refused).toHaveTextContent('Noor VisserYou do not have manage:announcements yourself')
    expect(refused).toHaveTextContent('Marit de WolfThis is your own account')
  })

  it('T-05 deletes many by one request, and takes it back by what the server remembers', async () => {
    const BULK = 'POST /api/v1/users/bulk'
    const UNDO = 'POST /api/v1/users/bulk/77/undo'
    const done = [{ id: 21, result: 'changed', reason: null, message: null }]
    const answer = { undo_id: 77, changed: 1, unchanged: 0, failed: 0, results: done }
    api.answer({ [BULK]: { data: answer }, [UNDO]: { data: { ...answer, undo_id: null } } })
    const { actor } = await openUsers()
    await actor.click(screen.getByRole('checkbox', { name: 'Select Noor Visser' }))
    await actor.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete' })
    await actor.click(await within(dialog).findByRole('button', { name: 'Delete' }))
    await actor.click(await within(dialog).findByRole('button', { name: 'Undo' }))
    expect(await within(dialog).findByText('1 row restored')).toBeVisible()
    expect(await lastBody(api, BULK)).toEqual({ action: 'delete', ids: [21] })
    expect(api.requestsTo(UNDO)).toHaveLength(1)
  })
})

describe('the second step of somebody who lost their phone', () => {
  const RESET = 'DELETE /api/v1/users/21/second-factor'

  it('G-16 is reset after a question, with the focus on keeping', async () => {
    api.answer({ [RESET]: () => new Response(null, { status: 204 }) })
    const app = await openUsers()
    await app.actor.click(within(await menuOf(app, 'Noor Visser')).getByRole('menuitem', { name: 'Reset two-step sign-in' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Reset the two-step sign-in of Noor Visser?' })
    expect(within(dialog).getByRole('button', { name: 'Keep second step' })).toHaveFocus()
    expect(dialog).toHaveAccessibleDescription(/All sessions end/)
    expect(api.requestsTo(RESET)).toHaveLength(0)
    await app.actor.click(within(dialog).getByRole('button', { name: 'Reset second step' }))
    expect(await screen.findByText('Two-step sign-in of Noor Visser is off.')).toBeVisible()
    expect(api.requestsTo(RESET)).toHaveLength(1)
  })

  it('says why it could not be reset', async () => {
    api.answer({ [RESET]: () => problem(409, 'This user has no account here') })
    const app = await openUsers()
    await app.actor.click(within(await menuOf(app, 'Noor Visser')).getByRole('menuitem', { name: 'Reset two-step sign-in' }))
    await app.actor.click(await screen.findByRole('button', { name: 'Reset second step' }))
    expect(await screen.findByText('The user could not be updated: This user has no account here. Try again.')).toBeVisible()
  })

  it('T-13 is not reset by who may not change users, and not for oneself', async () => {
    const app = await openUsers('/users', { user: aUser({ permissions: ['read:user'] }) })
    const item = { name: /^Reset two-step sign-in/ }
    expect(within(await menuOf(app, 'Noor Visser')).getByRole('menuitem', item)).toHaveTextContent(
      'You lack the right update:user',
    )
    app.unmount()
    const again = await openUsers()
    const own = within(await menuOf(again, 'Marit de Wolf')).getByRole('menuitem', item)
    expect(own).toHaveTextContent('This is your own account')
  })

  it('G-16 has no such action where accounts are kept elsewhere', async () => {
    const app = await openUsers('/users', { config: aConfig({ accounts: { are_made: false, are_mailed: false } }) })
    const menu = within(await menuOf(app, 'Noor Visser'))
    expect(menu.queryByRole('menuitem', { name: 'Reset two-step sign-in' })).not.toBeInTheDocument()
  })
})
