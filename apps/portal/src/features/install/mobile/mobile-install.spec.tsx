import { screen, waitFor, within } from '@testing-library/react'
import { stubApi, type ApiStub } from '../../../testing/api-stub.js'
import { stubCamera, type CameraStub } from '../../../testing/camera-stub.js'
import { openPhone as open, type OpenPhone } from '../../../testing/open-phone.js'
import { aPreset, aVerification, FREE, someInstalls, TAKEN } from '../../../testing/some-installs.js'
import { PHONE, setViewport } from '../../../testing/viewport.js'

const INSTALL = 'POST /api/v1/install-devices/install'

let api: ApiStub
let camera: CameraStub
beforeEach(() => {
  sessionStorage.clear()
  setViewport(PHONE)
  camera = stubCamera()
  api = stubApi(someInstalls())
})

const scan = async ({ actor }: OpenPhone, imei = FREE) => {
  camera.show(`IMEI:${imei}`)
  await actor.click(await screen.findByText('Use this tracker'))
}
const paste = async ({ actor }: OpenPhone, label: string, text: string) => {
  await actor.click(screen.getByLabelText(label))
  await actor.paste(text)
}
const current = () => screen.getByRole('navigation', { name: 'Steps' }).querySelector('[aria-current=step]')
const fillVehicle = async (app: OpenPhone) => {
  await paste(app, 'Name', 'Cargo 042')
  await paste(app, 'Frame number', 'UA24-118-0042')
  await app.actor.click(screen.getByText('Same as frame number'))
}

describe('installing on the phone', () => {
  it('R-098 R-102 begins with the camera, shows what it sees, and goes on with what is missing', async () => {
    const app = await open()
    camera.show(`IMEI:${FREE}`)
    expect(await screen.findByText('Tracker found')).toBeVisible()
    for (const text of ['356 307 042 441 013', 'FMC920', 'Nothing yet', '03.28.07', '2 min ago'])
      expect(screen.getByText(text)).toBeVisible()
    await app.actor.click(screen.getByText('Use this tracker'))
    expect(await screen.findByText('User target')).toHaveFocus()
    expect(current()).toHaveTextContent('User')
    expect(app.address()).toBe(`?step=target`)
  })

  it('R-130 does not take a tracker that is on a vehicle', async () => {
    await open()
    camera.show(`IMEI:${TAKEN}`)
    expect(await screen.findByText('On a vehicle: Cargo 041')).toBeVisible()
    expect(screen.queryByText('Use this tracker')).toBeNull()
  })

  it('T-01 R-101 G-57 leaves name, frame and plate to fill in where a preset fills the rest, and ends in the check list', async () => {
    api.answer({ 'GET /api/v1/install-devices/presets': { data: [aPreset({ auto_import: true })] } })
    const app = await open()
    await scan(app)
    await app.actor.click(await screen.findByText('Own use'))
    await app.actor.click(screen.getByText('Next: Vehicle'))
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
    expect(screen.getByText('eCargoBike · Urban Arrow · Black')).toBeVisible()
    expect(screen.queryByLabelText('Brand')).toBeNull()
    await fillVehicle(app)
    await app.actor.click(screen.getByText('Install device'))
    expect(await screen.findByRole('list', { name: 'Check of the installation' })).toBeVisible()
    expect(await api.requestsTo(INSTALL)[0]?.json()).toMatchObject({
      imei: FREE,
      name: 'Cargo 042',
      license_plate: 'UA24-118-0042',
      brand: 'Urban Arrow',
      user_target: 'own-use',
    })
    expect(app.address()).toBe(`?done=42`)
    expect(screen.getByText('Open vehicle')).toHaveAttribute('href', '/entities/42')
  })

  it('D.8 keeps the preset and for whom it is for the next vehicle, and opens the camera for it', async () => {
    api.answer({ 'GET /api/v1/install-devices/presets': { data: [aPreset({ auto_import: true })] } })
    const app = await open()
    await scan(app)
    await app.actor.click(await screen.findByText('Own use'))
    await app.actor.click(screen.getByText('Next: Vehicle'))
    await screen.findByLabelText('Name')
    await fillVehicle(app)
    await app.actor.click(screen.getByText('Install device'))
    await app.actor.click(await screen.findByText('Install next'))
    await scan(app)
    expect(await screen.findByLabelText('Name')).toHaveValue('')
    expect(screen.getByText('eCargoBike · Urban Arrow · Black')).toBeVisible()
  })

  it('T-01 R-100 R-101 takes at most ten taps without a preset, for own use, and fewer for the next vehicle', async () => {
    let taps = 0
    const counted = (app: OpenPhone) => async (place: HTMLElement) => {
      taps += 1
      await app.actor.click(place)
    }
    const choose = async (tap: (place: HTMLElement) => Promise<void>, field: string, option: string) => {
      await tap(screen.getByRole('combobox', { name: field }))
      await tap(await screen.findByRole('option', { name: option }))
    }
    const fillAll = async (app: OpenPhone) => {
      const tap = counted(app)
      await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
      await app.actor.paste('Cargo 042')
      await app.actor.keyboard('{Enter}')
      await app.actor.paste('UA24-118-0042')
      await tap(screen.getByText('Same as frame number'))
      await choose(tap, 'Type', 'eBike')
      await choose(tap, 'Brand', 'Gazelle')
      await tap(screen.getByText('Install device'))
      expect(await screen.findByRole('list', { name: 'Check of the installation' })).toBeVisible()
    }
    const scanned = async (app: OpenPhone) => {
      camera.show(`IMEI:${FREE}`)
      await counted(app)(await screen.findByText('Use this tracker'))
    }
    const app = await open()
    await scanned(app)
    await counted(app)(await screen.findByText('Own use'))
    await counted(app)(screen.getByText('Next: Vehicle'))
    await fillAll(app)
    expect(taps).toBeLessThanOrEqual(10)
    app.unmount()
    sessionStorage.clear()

    taps = 0
    const later = await open()
    await scanned(later)
    await fillAll(later)
    expect(taps).toBeLessThanOrEqual(8)
    expect(await api.requestsTo(INSTALL)[1]?.json()).toMatchObject({ user_target: 'own-use' })
  })

  it('R-105 offers the return where the tracker does not work', async () => {
    const suspect = { state: 'suspect', cause: 'no-fix', is_overdue: true, waited_s: 301 }
    api.answer({ 'GET /api/v1/install-devices/verification/42': { data: aVerification(suspect) } })
    api.answer({ 'GET /api/v1/install-devices/presets': { data: [aPreset({ auto_import: true })] } })
    const app = await open()
    await scan(app)
    await app.actor.click(await screen.findByText('Own use'))
    await app.actor.click(screen.getByText('Next: Vehicle'))
    await screen.findByLabelText('Name')
    await fillVehicle(app)
    await app.actor.click(screen.getByText('Install device'))
    await app.actor.click(await screen.findByText('Start return'))
    expect(await screen.findByRole('dialog')).toHaveTextContent('356 307 042 441 013')
  })

  it('says of a vehicle that was kept without a connection that it will be sent', async () => {
    await open(`?done=kept`)
    expect(await screen.findByText('Saved on this phone, will be sent')).toBeVisible()
    expect(screen.getByText('Install next')).toBeVisible()
    expect(screen.queryByText('Open vehicle')).toBeNull()
  })
})

describe('around the form on the phone', () => {
  it('R-106 R-108 has what was made last and the live test at hand', async () => {
    const app = await open(`?step=target`)
    await app.actor.click(await screen.findByRole('button', { name: 'Last 20 vehicles' }))
    expect(within(await screen.findByRole('dialog')).getByText('Cargo 040')).toBeVisible()
    await app.actor.click(screen.getByRole('button', { name: /^Live test of Cargo 040/ }))
    expect(app.liveTest).toHaveBeenCalledWith(TAKEN)
    await app.actor.keyboard('{Escape}')
    await app.actor.click(await screen.findByRole('button', { name: 'More' }))
    expect(await screen.findByRole('menuitem', { name: 'IMEI status' })).toHaveAttribute('href', '/install-devices?tab=status')
  })

  it('R-101 chooses and keeps presets in a sheet', async () => {
    const app = await open(`?step=target`)
    await app.actor.click(await screen.findByRole('button', { name: 'More' }))
    await app.actor.click(await screen.findByRole('menuitem', { name: 'Presets' }))
    expect(within(await screen.findByRole('dialog')).getByText('New preset')).toBeVisible()
  })

  it('R-120 says that a business may not install, and shows neither camera nor form', async () => {
    const blocked = { id: 3, name: 'Domstad Mobiliteit', blocked_message: 'May not' }
    api.answer({ 'GET /api/v1/install-devices/businesses': { data: [blocked] } })
    await open()
    expect(await screen.findByText('This business may not install devices')).toBeVisible()
    expect(camera.asked).toHaveLength(0)
  })
})
