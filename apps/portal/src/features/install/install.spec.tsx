import { screen, waitFor, within } from '@testing-library/react'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { renderPart } from '../../testing/render-app.js'
import { FREE, INSTALLED_AT, someInstalls } from '../../testing/some-installs.js'
import { InstallTab, ReplaceTab } from './index.js'

const INSTALL = 'POST /api/v1/install-devices/install'
const REPLACE = 'PUT /api/v1/install-devices/replace-entity/41'
const now = INSTALLED_AT
const liveTest = jest.fn<undefined, [string]>()

let api: ApiStub
beforeEach(() => {
  sessionStorage.clear()
  liveTest.mockClear()
  api = stubApi(someInstalls())
})

const open = async () => {
  const app = await renderPart(<InstallTab onLiveTest={liveTest} />, { now })
  await screen.findByLabelText('Name')
  return app
}
type App = Awaited<ReturnType<typeof open>>
const paste = async ({ actor }: App, label: string, text: string) => {
  await actor.click(screen.getByLabelText(label))
  await actor.paste(text)
}
const importPreset = async ({ actor }: App) => {
  await actor.click(await screen.findByLabelText('Preset', { selector: '[role=combobox]' }))
  await actor.click(await screen.findByText('Urban Arrow, depot · 3 fields'))
  await actor.click(await screen.findByText('Import'))
}
const chooseDevice = async (app: App, label = 'IMEI') => {
  await paste(app, label, FREE.slice(-6))
  await app.actor.click(await screen.findByText(/^Free · FMC920/))
}
const fill = async (app: App) => {
  await importPreset(app)
  await app.actor.click(screen.getByText('Own use'))
  await chooseDevice(app)
  await paste(app, 'Name', 'Cargo 042')
  await paste(app, 'Frame number', 'UA24-118-0042')
  await app.actor.click(screen.getByText('Same as frame number'))
}

describe('installing on the desktop', () => {
  it('R-099 R-106 shows the four panels and what was made last', async () => {
    await open()
    for (const name of ['User target', 'Device', 'Vehicle data', 'Details', 'Last 20 vehicles'])
      expect(screen.getByText(name)).toBeVisible()
    expect(await screen.findByRole('button', { name: /^Live test of Cargo 040/ })).toHaveTextContent('09:58')
  })

  it('says that a panel is complete when something of it was chosen, and of no panel before', async () => {
    const app = await open()
    expect(screen.queryByText('Complete')).toBeNull()
    await app.actor.click(screen.getByText('Own use'))
    expect(await screen.findAllByText('Complete')).toHaveLength(1)
  })

  it('R-100 begins with whom the last vehicle of this user was for', async () => {
    const app = await open()
    expect(screen.getByLabelText(/A customer/)).toBeChecked()
    await fill(app)
    await app.actor.click(screen.getByText('Install device'))
    await screen.findByRole('region', { name: 'Cargo 042 is saved.' })
    expect(screen.getByLabelText(/Own use/)).toBeChecked()
    app.unmount()
    await open()
    expect(screen.getByLabelText(/Own use/)).toBeChecked()
    expect(screen.queryByText('Fill all fields.')).toBeNull()
  })

  it('R-107 G-50 says how many digits are missing, and that a tracker is taken or unknown', async () => {
    const app = await open()
    await paste(app, 'IMEI', '1021')
    expect(await screen.findByText('Enter 2 more digits')).toBeVisible()
    await app.actor.clear(screen.getByLabelText('IMEI', { selector: 'input' }))
    await app.actor.paste('441021')
    const taken = await screen.findByText(/On a vehicle: Cargo 041/)
    expect(taken.closest('[role=option]')).toHaveAttribute('aria-disabled', 'true')
    await app.actor.clear(screen.getByLabelText('IMEI', { selector: 'input' }))
    await app.actor.paste('999999')
    expect(await screen.findByText('No device of yours ends in these digits')).toBeVisible()
  })

  it('G-69 begins with the tracker that another screen sent here', async () => {
    await renderPart(<InstallTab imei={FREE} onLiveTest={liveTest} />, { now })
    await screen.findByLabelText('Name')
    expect(screen.getByLabelText('IMEI', { selector: 'input' })).toHaveValue(FREE)
  })

  it('R-121 R-122 R-123 R-124 R-126 R-127 R-128 says at each field what is missing, and leads to the first', async () => {
    const app = await open()
    await paste(app, 'Name', 'C42')
    await paste(app, 'E-mail', 'joost@vandam')
    await app.actor.click(screen.getByText('Install device'))
    for (const text of ['At least 4 characters', 'Please enter a valid email address', 'IMEI number is required'])
      expect(await screen.findByText(text)).toBeVisible()
    for (const text of ['Frame number is required', 'License plate is required', 'Fill all fields.', '3 fields to fix'])
      expect(screen.getByText(text)).toBeVisible()
    expect(screen.getAllByText('Type and Brand tags are required').length).toBeGreaterThan(0)
    await app.actor.click(screen.getByText('Go to the first'))
    expect(screen.getByLabelText('First name')).toHaveFocus()
    expect(api.requestsTo(INSTALL)).toHaveLength(0)
  })

  it('R-100 R-128 counts no field as wrong that is not asked for any more, and marks no panel for it', async () => {
    const app = await open()
    await app.actor.click(screen.getByText('Install device'))
    expect(await screen.findByText('3 fields to fix')).toBeVisible()
    expect(screen.getByText('9 fields need attention.')).toBeVisible()
    await app.actor.click(screen.getByText('Own use'))
    const panel = within(screen.getByRole('region', { name: 'User target' }))
    expect(await panel.findByText('Complete')).toBeVisible()
    expect(panel.queryByText(/to fix/)).toBeNull()
    expect(screen.getByText('6 fields need attention.')).toBeVisible()
    await app.actor.click(screen.getByText('Go to the first'))
    expect(screen.getByLabelText('IMEI', { selector: 'input' })).toHaveFocus()
  })

  it('R-128 counts what the API has against a field with what is missing, until something else is written there', async () => {
    const errors = { license_plate: ['This plate is taken'] }
    api.answer({ [INSTALL]: problem(422, 'Invalid', { errors }) })
    const app = await open()
    await fill(app)
    await app.actor.click(screen.getByText('Install device'))
    expect(await screen.findByText('1 field needs attention.')).toBeVisible()
    const panel = within(screen.getByRole('region', { name: 'Vehicle data' }))
    expect(panel.getByText('1 field to fix')).toBeVisible()
    await app.actor.type(screen.getByLabelText('License plate'), 'B')
    expect(await panel.findByText('Complete')).toBeVisible()
    expect(screen.getByText('Everything is filled in')).toBeVisible()
  })

  it('R-101 R-297 G-56 S26 fills from a preset, says that somebody else was quicker, saves, keeps the preset for the next, and offers the live test', async () => {
    api.answer({ [INSTALL]: problem(409, 'This device is on a vehicle already') })
    const app = await open()
    await fill(app)
    await app.actor.click(screen.getByText('Install device'))
    expect(await screen.findByText('This device is on a vehicle already')).toBeVisible()
    api.answer({ [INSTALL]: { data: { id: 42, name: 'Cargo 042', imei: FREE } } })
    await app.actor.click(screen.getByText('Save & next'))
    expect(await screen.findByRole('region', { name: 'Cargo 042 is saved.' })).toHaveTextContent('356 307 042 441 013')
    const [request] = api.requestsTo(INSTALL)
    expect(await request?.json()).toMatchObject({
      name: 'Cargo 042',
      frame_number: 'UA24-118-0042',
      license_plate: 'UA24-118-0042',
      imei: FREE,
      vehicle_type: 'eCargoBike',
      brand: 'Urban Arrow',
      color: 'Black',
      user_target: 'own-use',
      business_id: 3,
    })
    expect(screen.getByLabelText('Name')).toHaveValue('')
    expect(screen.getByLabelText('Brand')).toHaveValue('Urban Arrow')
    expect(screen.getByLabelText(/Own use/)).toBeChecked()
    await app.actor.click(screen.getByText('Live test'))
    expect(liveTest).toHaveBeenCalledWith(FREE)
  })

  it('G-51 asks before a preset writes over what was typed', async () => {
    const app = await open()
    await app.actor.click(screen.getByLabelText('Brand'))
    await app.actor.click(await screen.findByText('Gazelle'))
    await importPreset(app)
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog).toHaveTextContent('These fields already contain other values: Brand')
    await app.actor.click(within(dialog).getByText('Keep mine'))
    expect(screen.getByLabelText('Brand')).toHaveValue('Gazelle')
    expect(screen.getByLabelText('Type')).toHaveTextContent('eCargoBike')
  })

  it('keeps what was typed when the screen is left', async () => {
    const app = await open()
    await paste(app, 'Name', 'Half a bike')
    app.unmount()
    await open()
    expect(screen.getByLabelText('Name')).toHaveValue('Half a bike')
  })

  it('R-120 says that a business may not install, and shows no form', async () => {
    const blocked = { id: 3, name: 'Domstad Mobiliteit', blocked_message: 'May not' }
    api.answer({ 'GET /api/v1/install-devices/businesses': { data: [blocked] } })
    await renderPart(<InstallTab onLiveTest={liveTest} />, { now })
    expect(await screen.findByText('This business may not install devices')).toBeVisible()
    expect(screen.queryByLabelText('Name')).toBeNull()
  })
})

describe('replacing on the desktop', () => {
  it('R-298 G-53 swaps the tracker of a vehicle, says why, and offers the live test', async () => {
    const onEntity = jest.fn<undefined, [number | null]>()
    const app = await renderPart(<ReplaceTab entityId={41} onEntity={onEntity} onLiveTest={liveTest} />, { now })
    expect(await screen.findByText(/The odometer continues from 1,204/)).toBeVisible()
    await app.actor.click(screen.getByText('Replace device'))
    expect(await screen.findByText('Reason is required')).toBeVisible()
    await chooseDevice(app, 'IMEI of the new device')
    await app.actor.click(screen.getByLabelText('Reason', { selector: '[role=combobox]' }))
    await app.actor.click(await screen.findByText('Other'))
    await app.actor.click(screen.getByText('Replace device'))
    expect(await screen.findByText('1 field to fix')).toBeVisible()
    await app.actor.click(screen.getByLabelText('Reason', { selector: '[role=combobox]' }))
    await app.actor.click(await screen.findByText('Defective'))
    expect(screen.queryByText('1 field to fix')).toBeNull()
    await app.actor.click(screen.getByLabelText('The old device is sent back'))
    await app.actor.click(screen.getByText('Replace device'))
    await waitFor(() => expect(api.requestsTo(REPLACE)).toHaveLength(1))
    expect(await api.requestsTo(REPLACE)[0]?.json()).toEqual({ imei: FREE, reason: 'defective', note: null, returned: true })
    expect(await screen.findByText('Live test')).toBeVisible()
    expect(onEntity).toHaveBeenCalledWith(null)
  })
})
