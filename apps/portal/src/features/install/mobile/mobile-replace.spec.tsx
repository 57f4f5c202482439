import { screen, waitFor } from '@testing-library/react'
import { stubApi, type ApiStub } from '../../../testing/api-stub.js'
import { stubCamera, type CameraStub } from '../../../testing/camera-stub.js'
import { openPhone as open, type OpenPhone } from '../../../testing/open-phone.js'
import { FREE, someInstalls, TAKEN } from '../../../testing/some-installs.js'
import { PHONE, setViewport } from '../../../testing/viewport.js'

const PAGE = '?tab=replace'
const REPLACE = 'PUT /api/v1/install-devices/replace-entity/41'

let api: ApiStub
let camera: CameraStub
beforeEach(() => {
  sessionStorage.clear()
  setViewport(PHONE)
  camera = stubCamera()
  api = stubApi(someInstalls())
})

const chooseReason = async ({ actor }: OpenPhone) => {
  await actor.click(await screen.findByLabelText('Reason', { selector: '[role=combobox]' }))
  await actor.click(await screen.findByText('Defective'))
}

describe('replacing on the phone', () => {
  it('R-097 finds the vehicle by the tracker that is on it', async () => {
    const app = await open(PAGE)
    await app.actor.click(await screen.findByText('Scan the tracker on the vehicle'))
    camera.show(`IMEI:${TAKEN}`)
    await app.actor.click(await screen.findByText('Use this vehicle'))
    expect(await screen.findByText(/The odometer continues from 1,204/)).toBeVisible()
    expect(app.address()).toBe(`${PAGE}&entity=41`)
  })

  it('says of a tracker that is on no vehicle that it leads nowhere', async () => {
    const app = await open(PAGE)
    await app.actor.click(await screen.findByText('Scan the tracker on the vehicle'))
    camera.show(`IMEI:${FREE}`)
    expect(await screen.findByText('This tracker is not on a vehicle')).toBeVisible()
    expect(screen.queryByText('Use this vehicle')).toBeNull()
  })

  it('R-298 G-52 G-53 swaps the tracker, shows whether the new one works, and starts the return of the old one', async () => {
    const app = await open(`${PAGE}&entity=41`)
    await screen.findByText(/The odometer continues/)
    await app.actor.click(screen.getByText('Replace device'))
    expect(await screen.findByText('Reason is required')).toBeVisible()
    await app.actor.click(screen.getByLabelText('IMEI of the new device'))
    await app.actor.paste(FREE.slice(-6))
    await app.actor.click(await screen.findByText(/^Free · FMC920/))
    await chooseReason(app)
    await app.actor.click(screen.getByLabelText('The old device is sent back'))
    await app.actor.click(screen.getByText('Replace device'))
    expect(await screen.findByRole('list', { name: 'Check of the installation' })).toBeVisible()
    expect(await api.requestsTo(REPLACE)[0]?.json()).toEqual({ imei: FREE, reason: 'defective', note: null, returned: true })
    await app.actor.click(screen.getByText('Start return'))
    expect(await screen.findByRole('dialog')).toHaveTextContent('356 307 042 441 021')
  })

  it('T-15 keeps what was typed when the page is loaded again', async () => {
    const app = await open(`${PAGE}&entity=41`)
    await chooseReason(app)
    app.unmount()
    await open(`${PAGE}&entity=41`)
    await waitFor(() => expect(screen.getByLabelText('Reason', { selector: '[role=combobox]' })).toHaveTextContent('Defective'))
  })
})
