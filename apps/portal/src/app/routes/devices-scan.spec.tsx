import { screen, waitFor, within } from '@testing-library/react'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { stubCamera, type CameraStub } from '../../testing/camera-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import { deviceSearch, FREE_IMEI, MOUNTED_IMEI, STRANGE_IMEI } from '../../testing/scanned-devices.js'
import { someBusinesses } from '../../testing/some-businesses.js'
import { setViewport } from '../../testing/viewport.js'

const LINK = 'POST /api/v1/devices/link-to-enterprise'
let api: ApiStub
let camera: CameraStub
beforeEach(() => {
  camera = stubCamera()
  api = stubApi({
    'GET /api/v1/devices': { data: [], meta: { current_page: 1, last_page: 1, per_page: 15, total: 0 } },
    'GET /api/v1/devices/statistics': {
      data: { total: 2, free: 1, installed: 1, returned: 0, live: 0, silent: 1, never_seen: 0, firmware_drift: 0 },
    },
    'GET /api/v1/businesses/tree': { data: someBusinesses() },
    ...deviceSearch,
  })
})

const open = async () => {
  const app = await renderApp('/devices?dialog=scan:devices')
  const layer = await screen.findByRole('dialog', { name: 'Scan devices' })
  return { ...app, layer }
}
const rows = () => screen.queryAllByRole('listitem').map((row) => row.textContent?.replaceAll('\u00a0', ' '))

describe('scanning many devices', () => {
  it('G-70 R-187 collects one label after the other, and says of each what it is', async () => {
    await open()
    camera.show(FREE_IMEI)
    expect(await screen.findByText('1 device scanned')).toBeVisible()
    camera.show(`SN:77;IMEI:${MOUNTED_IMEI}`, STRANGE_IMEI)
    expect(await screen.findByText('3 devices scanned')).toBeVisible()
    await waitFor(() =>
      expect(rows()).toEqual([
        '356 307 042 441 021Not registered',
        '356 307 042 441 013On Cargo 042; link the vehicle',
        '352 625 698 104 211FMC920 · Domstad Mobiliteit',
      ]),
    )
  })

  it('G-70 flags what is scanned again, by sound, too, says of a wrong code that it is none, and takes one away', async () => {
    const frequencies: number[] = []
    class Sound {
      state = 'running'
      currentTime = 0
      destination = {}
      createOscillator = () => ({
        frequency: {
          set value(hz: number) {
            frequencies.push(hz)
          },
        },
        connect: (next: unknown) => next,
        start: () => undefined,
        stop: () => undefined,
      })
      createGain = () => ({ gain: { value: 1 }, connect: () => undefined })
    }
    Object.assign(globalThis, { AudioContext: Sound })
    const { actor } = await open()
    const field = screen.getByRole('textbox', { name: 'Type an IMEI' })
    await actor.click(field)
    await actor.paste(FREE_IMEI)
    await actor.click(screen.getByRole('button', { name: 'Add' }))
    camera.show(FREE_IMEI)
    await waitFor(() => expect(rows()).toEqual([expect.stringContaining('Scanned again')]))
    expect(frequencies).toEqual([1_760, 330, 330])
    camera.show('https://example.com')
    expect(await screen.findByText('There is no IMEI in this code')).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Turn the sound off' }))
    camera.show(MOUNTED_IMEI)
    expect(await screen.findByText('2 devices scanned')).toBeVisible()
    expect(frequencies).toHaveLength(3)
    await actor.click(screen.getByRole('button', { name: /^Remove 356/ }))
    expect(await screen.findByText('1 device scanned')).toBeVisible()
  })

  it('G-70 takes typed numbers, keeps them while the scanner is closed, and says what is no IMEI', async () => {
    camera.failWith('NotAllowedError')
    const { actor, layer, address } = await open()
    expect(await within(layer).findByRole('alert')).toHaveTextContent('Camera permission denied')
    await actor.click(within(layer).getByRole('button', { name: 'Type the number instead' }))
    await actor.paste('4711')
    await actor.keyboard('{Enter}')
    expect(screen.getByText('An IMEI has 15 digits')).toBeVisible()
    await actor.clear(screen.getByRole('textbox', { name: 'Type an IMEI' }))
    await actor.paste('352 625 698 104 211')
    await actor.keyboard('{Enter}')
    await actor.click(within(layer).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(address()).toBe('/devices'))
    await actor.click(screen.getByRole('button', { name: 'Scan many' }))
    expect(await screen.findByText('1 device scanned')).toBeVisible()
  })

  it('G-70 R-335 R-156 links all of them in one call, and keeps what failed in sight with its reasons', async () => {
    const failed = [{ id: null, imei: MOUNTED_IMEI, reason: 'on_vehicle', message: 'x' }]
    api.answer({ [LINK]: { data: { linked: [7], failed, message: '1 devices failed to link!' } } })
    camera.show(FREE_IMEI, MOUNTED_IMEI)
    const { actor, address } = await open()
    await actor.click(await screen.findByRole('button', { name: 'Link 2 devices' }))
    expect(camera.running()).toBe(0)
    const dialog = await screen.findByRole('dialog', { name: 'Link devices to an enterprise' })
    await actor.click(within(dialog).getByRole('combobox', { name: 'Enterprise' }))
    await actor.click(await screen.findByRole('option', { name: /Gemeente Lunetten/ }))
    await actor.click(within(dialog).getByRole('button', { name: 'Link 2 devices' }))
    const told = await screen.findByRole('dialog', { name: '1 devices failed to link!' })
    expect(told).toHaveTextContent(`${MOUNTED_IMEI} – It is on a vehicle; link the vehicle instead`)
    const body = (await api.requestsTo(LINK)[0]?.json()) as { imeis: string[] }
    expect(body.imeis.toSorted()).toEqual([FREE_IMEI, MOUNTED_IMEI])
    await actor.click(within(told).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(address()).toBe('/devices'))
  })

  it('G-70 registers the new ones among them, and goes on scanning', async () => {
    api.answer({ 'POST /api/v1/devices/imports': problem(503, 'Later') })
    camera.show(FREE_IMEI, STRANGE_IMEI)
    const { actor } = await open()
    await actor.click(await screen.findByRole('button', { name: 'Register 1 new device' }))
    const dialog = await screen.findByRole('dialog', { name: 'Register 1 device' })
    await actor.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('2 devices scanned')).toBeVisible()
  })

  it('D.16 T-13 comes first on a phone, and names the missing right', async () => {
    setViewport({ width: 390, isTouch: true })
    await renderApp('/devices', { user: aUser({ permissions: ['read:business-management'] }) })
    const scan = await screen.findByRole('button', { name: 'Scan many' })
    expect(scan).toHaveAccessibleDescription('You lack the right manage:devices')
  })
})
