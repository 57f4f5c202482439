import { act, screen, waitFor } from '@testing-library/react'
import { LIMITS } from '../../config/limits.js'
import { browser } from '../../lib/browser.js'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderPart, type Rendered } from '../../testing/render-app.js'
import { AccountDrawer } from './account-drawer.js'

const GET = 'GET /api/v1/account/get'
const PUT = 'PUT /api/v1/account/update'
const user = aUser()
/** Response for the security section below the form, which is tested in another file. */
const elsewhere = { 'GET /api/v1/account/security': { data: { is_kept_here: false, second_factor: null } } }
const account = {
  first_name: user.first_name,
  last_name: user.last_name,
  address: user.address,
  postcode: user.postcode,
  city: user.city,
  phone: user.phone,
  email: user.email,
  locale: user.locale,
  time_zone: user.time_zone,
}

describe('the account drawer', () => {
  let api: ApiStub
  let drawer: Rendered
  const close = jest.fn()
  const reload = jest.spyOn(browser, 'reload').mockImplementation(() => undefined)

  beforeEach(async () => {
    jest.clearAllMocks()
    api = stubApi({ ...elsewhere, [GET]: { data: account }, [PUT]: { data: account } })
    drawer = await renderPart(<AccountDrawer isOpen onClose={close} />)
    await screen.findByRole('textbox', { name: 'First name' })
  })

  const field = (name: string) => screen.getByRole('textbox', { name })
  const save = () => drawer.actor.click(screen.getByRole('button', { name: 'Save account' }))
  const retype = async (name: string, text: string) => {
    await drawer.actor.clear(field(name))
    if (text) await drawer.actor.type(field(name), text)
  }

  it('R-019 R-062 has first name, last name, address, postcode, city, phone and e-mail', () => {
    const shown = ['First name', 'Last name', 'Address', 'Postcode', 'City', 'Phone', 'E-mail'].map((name) => field(name))
    expect(shown.map((input) => (input as HTMLInputElement).value)).toEqual([
      'Marit',
      'de Wolf',
      'Draaiweg 44',
      '3515 EK',
      'Utrecht',
      '+31 30 000 02 11',
      'marit@domstad.example',
    ])
  })

  it('R-063 locks the e-mail and says whom to ask', () => {
    expect(field('E-mail')).toHaveAttribute('readonly')
    expect(field('E-mail')).toHaveAccessibleDescription('Ask support to change your e-mail.')
  })

  it('R-064 asks for first and last name, and sends nothing without them', async () => {
    await retype('First name', '  ')
    await retype('Last name', '')
    await save()
    await waitFor(() => expect(field('First name')).toHaveAccessibleDescription('First name is required'))
    expect(field('Last name')).toHaveAccessibleDescription('Last name is required')
    expect(field('First name')).toBeInvalid()
    expect(field('First name')).toHaveFocus()
    expect(screen.getByRole('alert')).toHaveTextContent('Fill all fields.')
    expect(api.requestsTo(PUT)).toHaveLength(0)
  })

  it('R-065 shows the server’s message when saving fails, and keeps what was typed', async () => {
    api.answer({ [PUT]: () => problem(422, 'The postcode is not known') })
    await retype('City', 'Zeist')
    await save()
    expect(await screen.findByText('The postcode is not known')).toBeVisible()
    expect(field('City')).toHaveValue('Zeist')
    expect(close).not.toHaveBeenCalled()
    expect(reload).not.toHaveBeenCalled()
  })

  it('R-066 shows a success message, then reloads the page', async () => {
    jest.useFakeTimers({ doNotFake: ['performance'] })
    act(() => screen.getByRole('button', { name: 'Save account' }).click())
    expect(await screen.findByText('Account was updated successfully!')).toBeInTheDocument()
    expect(close).toHaveBeenCalledTimes(1)
    act(() => jest.advanceTimersByTime(LIMITS.snackbarSuccessMs))
    expect(reload).toHaveBeenCalledTimes(1)
    jest.useRealTimers()
  })

  it('sends what the form says, with empty fields as unknown', async () => {
    await retype('Phone', '')
    await retype('City', 'Zeist')
    await save()
    await waitFor(() => expect(api.requestsTo(PUT)).toHaveLength(1))
    expect(await api.requestsTo(PUT)[0]?.json()).toEqual({ ...account, phone: null, city: 'Zeist' })
  })
})

it('says when the account cannot be read, and tries again', async () => {
  const api = stubApi({ ...elsewhere, [GET]: () => problem(500, 'The database is away') })
  const drawer = await renderPart(<AccountDrawer isOpen onClose={() => undefined} />)
  expect(await screen.findByRole('alert')).toHaveTextContent('The database is away')
  api.answer({ [GET]: { data: account } })
  await drawer.actor.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('textbox', { name: 'First name' })).toHaveValue('Marit')
})

it('D.24 has the language, in which the portal speaks once it is saved', async () => {
  jest.spyOn(browser, 'reload').mockImplementation(() => undefined)
  const api = stubApi({ ...elsewhere, [GET]: { data: account }, [PUT]: { data: account } })
  const drawer = await renderPart(<AccountDrawer isOpen onClose={() => undefined} />)
  await drawer.actor.click(await screen.findByRole('combobox', { name: 'Language' }))
  await drawer.actor.click(await screen.findByRole('option', { name: 'Nederlands' }))
  await drawer.actor.click(screen.getByRole('button', { name: 'Save account' }))
  await waitFor(() => expect(api.requestsTo(PUT)).toHaveLength(1))
  expect(await api.requestsTo(PUT)[0]?.json()).toMatchObject({ locale: 'nl' })
  expect(await screen.findByRole('textbox', { name: 'Voornaam' })).toBeVisible()
})
