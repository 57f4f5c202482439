import { screen, within } from '@testing-library/react'
import { problem, type ApiStub } from '../../testing/api-stub.js'
import { aConfig, aUser } from '../../testing/fixtures.js'
import { lastBody, openUsers, person, stubUsers } from '../../testing/some-users.js'

const CREATE = 'POST /api/v1/users'
let api: ApiStub
beforeEach(() => {
  api = stubUsers()
})

describe('a new user', () => {
  const fill = async (actor: Awaited<ReturnType<typeof openUsers>>['actor'], email = 'thijs@domstad.example') => {
    await actor.click(await screen.findByRole('combobox', { name: 'Role' }))
    await actor.click(await screen.findByRole('option', { name: 'Dealer' }))
    const paste = async (label: string, text: string) => {
      await actor.click(screen.getByLabelText(label))
      await actor.paste(text)
    }
    await paste('First name', 'Thijs')
    await paste('Last name', 'Bakker')
    await paste('E-mail', email)
  }
  const made = {
    ...person({ id: 30, name: 'Thijs Bakker', email: 'thijs@domstad.example' }),
    account: 'made',
    temporary_password: 'k7R#tWq2&mZ9',
    temporary_password_expires_at: null,
    invitation_job: 'job-1',
  }

  it('R-169 R-170 R-171 R-172 asks for what is required, in the words of the specification, and sends nothing', async () => {
    const { actor } = await openUsers('/users?dialog=create:user', { user: aUser({ business_id: null }) })
    const dialog = await screen.findByRole('dialog', { name: 'New user' })
    await actor.click(within(dialog).getByRole('button', { name: 'Create user' }))
    for (const text of [
      ...['First name is required', 'Last name is required', 'Role is required', 'Business is required', 'Email is required'],
    ])
      expect(await within(dialog).findByText(text)).toBeVisible()
    await actor.type(within(dialog).getByRole('textbox', { name: 'E-mail' }), 'thijs@domstad')
    expect(await within(dialog).findByText('E-mail must be valid')).toBeVisible()
    expect(api.requestsTo(CREATE)).toHaveLength(0)
  })

  it('R-169 R-173 G-16 is made with a generated password, which is told once, and invited by mail', async () => {
    api.answer({ [CREATE]: { data: made } })
    const { actor, address } = await openUsers('/users?dialog=create:user&business=3')
    await fill(actor)
    const password = screen.getByLabelText('Temporary password')
    const first = (password as HTMLInputElement).value
    expect(password).toHaveAttribute('type', 'password')
    await actor.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password).toHaveAttribute('type', 'text')
    await actor.click(screen.getByRole('button', { name: 'Generate again' }))
    expect((password as HTMLInputElement).value).not.toBe(first)
    await actor.click(screen.getByRole('button', { name: 'Create user' }))
    const told = await screen.findByRole('dialog', { name: 'Temporary password of Thijs Bakker' })
    expect(within(told).getByDisplayValue('k7R#tWq2&mZ9')).toBeVisible()
    expect(within(told).getByText('An invitation is on its way to thijs@domstad.example.')).toBeVisible()
    expect(await lastBody(api, CREATE)).toMatchObject({
      role_name: 'dealer',
      parent: 3,
      first_name: 'Thijs',
      last_name: 'Bakker',
      email: 'thijs@domstad.example',
      phone: null,
      invite: true,
      password: expect.stringMatching(/^[A-Za-z0-9!#$%&*?@]{12}$/),
    })
    await actor.click(within(told).getByRole('button', { name: 'I copied it' }))
    expect(screen.queryByDisplayValue('k7R#tWq2&mZ9')).not.toBeInTheDocument()
    expect(address()).toBe('/users')
  })

  it('G-16 has no password and no invitation where accounts are kept elsewhere', async () => {
    await openUsers('/users?dialog=create:user', { config: aConfig({ accounts: { are_made: false, are_mailed: false } }) })
    await screen.findByRole('dialog', { name: 'New user' })
    expect(screen.queryByLabelText('Temporary password')).not.toBeInTheDocument()
    expect(screen.queryByRole('checkbox', { name: /invitation/ })).not.toBeInTheDocument()
  })

  it('tells while typing that a deleted user has the address, and offers to restore them', async () => {
    const { actor } = await openUsers('/users?dialog=create:user')
    await actor.type(await screen.findByRole('textbox', { name: 'E-mail' }), 'Anouk@lunetten.example')
    expect(await screen.findByText('Anouk Smit had this e-mail address and is deleted.')).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Restore' }))
    expect(await screen.findByRole('alertdialog', { name: 'Restore Anouk Smit?' })).toBeVisible()
  })

  it('shows at its field what the API refuses, and keeps what was typed', async () => {
    const errors = { email: ['A user with this e-mail address exists'] }
    api.answer({ [CREATE]: () => problem(409, 'A user with this e-mail address exists', { errors }) })
    const { actor } = await openUsers('/users?dialog=create:user')
    await fill(actor, 'boss@theirs.example')
    await actor.click(screen.getByRole('button', { name: 'Create user' }))
    expect(await screen.findByText('A user with this e-mail address exists')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'First name' })).toHaveValue('Thijs')
  })

  it('T-13 lets nobody choose a role with rights that they lack, and names the right', async () => {
    const { actor } = await openUsers('/users?dialog=create:user')
    await actor.click(await screen.findByRole('combobox', { name: 'Role' }))
    const option = await screen.findByRole('option', { name: /Super Admin/ })
    expect(option).toHaveAttribute('aria-disabled', 'true')
    expect(option).toHaveTextContent('You lack the right super-admin')
  })
})
