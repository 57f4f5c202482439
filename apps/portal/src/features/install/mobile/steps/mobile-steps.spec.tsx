import { screen } from '@testing-library/react'
import { stubApi, problem, type ApiStub } from '../../../../testing/api-stub.js'
import { stubCamera } from '../../../../testing/camera-stub.js'
import { openPhone as open, type OpenPhone } from '../../../../testing/open-phone.js'
import { FREE, someInstalls } from '../../../../testing/some-installs.js'
import { PHONE, setViewport } from '../../../../testing/viewport.js'

const INSTALL = 'POST /api/v1/install-devices/install'

let api: ApiStub
beforeEach(() => {
  sessionStorage.clear()
  setViewport(PHONE)
  stubCamera()
  api = stubApi(someInstalls())
})

const paste = async ({ actor }: OpenPhone, label: string, text: string) => {
  await actor.click(screen.getByLabelText(label))
  await actor.paste(text)
}
const current = () => screen.getByRole('navigation', { name: 'Steps' }).querySelector('[aria-current=step]')
describe('a step on the phone', () => {
  const openStep = async (step: string, form: object) => {
    sessionStorage.setItem('install-draft:7', JSON.stringify({ imei: FREE, user_target: 'own-use', ...form }))
    return open(`?step=${step}`)
  }

  it('R-121 R-122 R-123 R-127 says what is missing in it, leads to the first, and stays', async () => {
    const app = await openStep('vehicle', { name: 'C42' })
    await app.actor.click(await screen.findByText('Install device'))
    expect(await screen.findByText('At least 4 characters')).toBeVisible()
    for (const text of ['Frame number is required', 'License plate is required']) expect(screen.getByText(text)).toBeVisible()
    expect(screen.getAllByText('Type and Brand tags are required')).toHaveLength(2)
    expect(screen.getByLabelText('Name')).toHaveFocus()
    await app.actor.paste('2 of them')
    expect(screen.queryByText('At least 4 characters')).toBeNull()
  })

  it('R-125 R-126 asks for a whole customer before it goes on', async () => {
    const app = await openStep('target', { user_target: 'customer', first_name: 'Joost', email: 'joost@vandam' })
    await app.actor.click(await screen.findByText('Next: Vehicle'))
    expect(await screen.findByText('Last name is required')).toBeVisible()
    expect(screen.getByText('Please enter a valid email address')).toBeVisible()
    expect(screen.getByLabelText('Last name')).toHaveFocus()
    expect(current()).toHaveTextContent('User')
  })

  it('R-107 R-124 takes the last six digits where the camera is of no use, with the keys for numbers', async () => {
    const app = await open()
    await app.actor.click(await screen.findByText('Type the number instead'))
    const imei = await screen.findByLabelText('IMEI')
    expect(imei).toHaveAttribute('inputmode', 'numeric')
    await paste(app, 'IMEI', FREE.slice(-6))
    await app.actor.click(await screen.findByText(/^Free · FMC920/))
    await app.actor.click(screen.getByText('Next: Vehicle'))
    expect(await screen.findByLabelText('Frame number')).toBeVisible()
    expect(current()).toHaveTextContent('Vehicle')
  })

  const vehicle = { name: 'Cargo 042', frame_number: 'UA24', license_plate: 'UA24', vehicle_type: 'eBike', brand: 'Gazelle' }

  it('asks at the end for the user who was passed over, and then for nothing that is filled already', async () => {
    const app = await openStep('details', { user_target: 'customer', ...vehicle })
    await app.actor.click(await screen.findByText('Next: User'))
    await app.actor.click(await screen.findByText('Own use'))
    await app.actor.click(screen.getByText('Install device'))
    expect(await screen.findByRole('list', { name: 'Check of the installation' })).toBeVisible()
  })

  it('R-099 R-103 leads to the details from where the vehicle can be installed without them', async () => {
    const app = await openStep('vehicle', vehicle)
    expect(await screen.findByText('Install device')).toBeVisible()
    await app.actor.click(screen.getByRole('button', { name: 'Change' }))
    expect(app.address()).toBe('?step=details')
    expect(await screen.findByLabelText(/^Tag groups/)).toBeVisible()
    expect(screen.getByText('Install device')).toBeVisible()
  })

  it('R-124 says of a number that is only begun how many digits are missing', async () => {
    const app = await openStep('device', { imei: '' })
    await screen.findByLabelText('IMEI')
    await paste(app, 'IMEI', '4410')
    await app.actor.click(screen.getByText('Next: Vehicle'))
    expect(await screen.findByText('Enter 2 more digits. The last 6 digits are enough.')).toBeVisible()
    expect(screen.queryByText('IMEI number is required')).toBeNull()
  })

  it('R-124 asks to choose one of the trackers that end in what was typed', async () => {
    const app = await openStep('device', { imei: '' })
    await screen.findByLabelText('IMEI')
    await paste(app, 'IMEI', FREE.slice(-6))
    await screen.findByText(/^Free · FMC920/)
    await app.actor.keyboard('{Escape}')
    await app.actor.click(screen.getByText('Next: Vehicle'))
    expect(await screen.findByText('Choose the device from the list')).toBeVisible()
  })

  it('goes back by its arrow and by the dots, and not ahead of what is missing', async () => {
    const app = await openStep('vehicle', {})
    expect(await screen.findByLabelText('Name')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Step 4: Details' })).toBeDisabled()
    await app.actor.click(screen.getByRole('button', { name: 'Back' }))
    expect(app.address()).toBe(`?step=device`)
    await app.actor.click(screen.getByRole('button', { name: 'Step 1: User, complete' }))
    expect(app.address()).toBe(`?step=target`)
  })

  it('T-15 keeps what was typed when the page is loaded again', async () => {
    const app = await openStep('vehicle', {})
    await screen.findByLabelText('Name')
    await paste(app, 'Name', 'Half a bike')
    app.unmount()
    await open()
    expect(await screen.findByLabelText('Name')).toHaveValue('Half a bike')
    expect(screen.getByText('356 307 042 441 013')).toBeVisible()
  })

  it('S26 turns back to the tracker when somebody else was quicker', async () => {
    api.answer({ [INSTALL]: problem(409, 'This device is on a vehicle already') })
    const app = await openStep('details', vehicle)
    await app.actor.click(await screen.findByText('Install device'))
    expect(await screen.findByText('This device is on a vehicle already')).toBeVisible()
    expect(current()).toHaveTextContent('Device')
    expect(screen.getByLabelText('IMEI', { selector: 'input' })).toHaveFocus()
  })
})
