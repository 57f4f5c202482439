import { screen, waitFor, within } from '@testing-library/react'
import { stubApi, problem, type ApiStub } from '../../../testing/api-stub.js'
import { FakeLiveSocket, installFakeLiveServer } from '../../../testing/fake-live-server.js'
import { aUser } from '../../../testing/fixtures.js'
import { renderPart, type RenderOptions } from '../../../testing/render-app.js'
import { CheckList } from './check-list.js'
import { aVerification, aVerified } from './testing/some-verification.js'
import type { Verification } from './verification-queries.js'

const CALL = 'GET /api/v1/install-devices/verification/42'
const NOW = Date.parse('2025-10-30T10:43:22.000Z')

let api: ApiStub
let restore: () => void
beforeEach(() => {
  restore = installFakeLiveServer()
})
afterEach(() => restore())

const open = (verification: Verification, onStartReturn?: () => void, options: RenderOptions = {}) => {
  api = stubApi({ [CALL]: { data: verification } })
  const list = <CheckList entityId={42} size="panel" onStartReturn={onStartReturn} />
  return renderPart(list, { now: NOW, ...options })
}
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Check of the installation' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('the checks of an installation', () => {
  it('G-57 D.7 says what is waited for and how long, and marks each check as it passes', async () => {
    await open(aVerification({}, { network: { state: 'passed', passed_at: '2025-10-30T10:43:10.000Z' } }))
    expect(await screen.findByText('Waiting for GPS')).toBeVisible()
    expect(screen.getByRole('timer')).toHaveTextContent('0:42')
    expect(await rows()).toEqual(['NetworkPassed · 12 s ago', 'GPSWaiting', 'External batteryWaiting', 'PositionWaiting'])
  })

  it('G-57 names a wrong clock with its date and what to do, not the aerial', async () => {
    const clock = { told_on: '2007-04-14', lag_s: null, suggested_utc_offset_minutes: null }
    const gps = { state: 'suspect', cause: 'wrong-clock' } as const
    await open(aVerification({ state: 'suspect', cause: 'wrong-clock', clock }, { gps }))
    expect(await screen.findByText('GPS is not in order')).toBeVisible()
    expect((await rows())[1]).toBe('GPSClock is wrong')
    expect(screen.getByText(/its newest message is dated 14-04-2007/)).toBeVisible()
    expect(screen.getByText(/Keep the tracker under the open sky/)).toBeVisible()
  })

  it('G-57 says who can set the zone of a clock that is hours off', async () => {
    const clock = { told_on: null, lag_s: 25_203, suggested_utc_offset_minutes: -420 }
    await open(aVerification({ clock }))
    expect(await screen.findByText('The dates that it sends are always 7 h 00 min too early.')).toBeVisible()
    expect(screen.getByText(/Users who manage devices can set this offset/)).toBeVisible()
  })

  it('T-01 turns to "Verified" as soon as the live line tells of the vehicle, and says so to screen readers', async () => {
    await open(aVerification())
    expect((await screen.findByText('Waiting for Network')).closest('[aria-live="polite"]')).not.toBeNull()
    const asked = api.requestsTo(CALL).length
    api.answer({ [CALL]: { data: aVerified() } })
    await FakeLiveSocket.last.signIn()
    await FakeLiveSocket.last.say({
      type: 'positions',
      channel: 'entity',
      id: 42,
      epoch: 'a',
      sequence: 1,
      positions: [
        {
          entity_id: 42,
          imei: '352625698104217',
          latitude: null,
          longitude: null,
          speed_kph: null,
          heading: null,
          moving: false,
          positioned_at: '2025-10-30T10:43:09.000Z',
          received_at: '2025-10-30T10:43:10.000Z',
          last_activity: null,
          ignition: null,
          odometer_m: null,
          external_battery_mv: null,
          open_trip_id: null,
          location_hidden: true,
        },
      ],
    })
    await waitFor(() => expect(api.requestsTo(CALL).length).toBeGreaterThan(asked))
    const verdict = await screen.findByText('Verified')
    expect(verdict.closest('[aria-live="polite"]')).toHaveTextContent('30-10-2025 11:43, 1:10 after the installation.')
    expect((await rows()).map((text) => text?.includes('Passed'))).toEqual([true, true, true, true])
  })

  it('T-01 asks by itself where nothing comes over the live line', async () => {
    await open(aVerification(), undefined, { user: aUser({ permissions: ['create:entity'] }) })
    await screen.findByText('Waiting for Network')
    expect(FakeLiveSocket.opened).toEqual([])
    api.answer({ [CALL]: { data: aVerified() } })
    expect(await screen.findByText('Verified', {}, { timeout: 5_000 })).toBeVisible()
  })

  it('R-115 says after 3 minutes that the network is disconnected, and where to look', async () => {
    const silent = { state: 'suspect', cause: 'no-message' } as const
    await open(aVerification({ ...silent, waited_s: 181, silent_s: 181 }, { network: silent }))
    expect(await screen.findByText('Network disconnected')).toBeVisible()
    expect(screen.getByText(/No update for 3 minutes\. Nothing has arrived\. Check the power/)).toBeVisible()
    expect((await rows())[0]).toBe('NetworkNo message at all')
  })

  it('R-114 R-105 says after 5 minutes that the tracker is wrongly connected or defective, and starts a return', async () => {
    const onStartReturn = jest.fn()
    const silent = { state: 'suspect', cause: 'no-message' } as const
    const verification = aVerification({ ...silent, waited_s: 305, silent_s: 305, is_overdue: true }, { network: silent })
    const { actor } = await open(verification, onStartReturn)
    expect(await screen.findByText('The tracker is wrongly connected or defective')).toBeVisible()
    expect(screen.getByText(/No update for 5 minutes\./)).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Start return' }))
    expect(onStartReturn).toHaveBeenCalledTimes(1)
  })

  it('R-114 counts in hours what lasts longer than one', async () => {
    const silent = { state: 'suspect', cause: 'silent' } as const
    await open(aVerification({ ...silent, waited_s: 9_000, silent_s: 7_500, is_overdue: true }, { network: silent }))
    expect(await screen.findByText(/No update for 2 h 05 min\./)).toBeVisible()
  })

  it('G-106 says of a customer’s vehicle that it is hidden, and blames nothing', async () => {
    const passed = { state: 'passed', passed_at: '2025-10-30T09:43:10.000Z' } as const
    await open(aVerification({ location_hidden: true, waited_s: 4_000, silent_s: 0 }, { network: passed }))
    expect(await screen.findByText('The current state is hidden')).toBeVisible()
    expect(await rows()).toEqual(['NetworkPassed · 1 h ago', 'GPSHidden', 'External batteryHidden', 'PositionHidden'])
  })

  it('G-106 keeps of a hidden vehicle what passed, a day later, too', async () => {
    const passed = { state: 'passed', passed_at: '2025-10-30T09:43:10.000Z' } as const
    await open(aVerification({ location_hidden: true, waited_s: 90_000, silent_s: 0 }, { network: passed }))
    expect(await screen.findByText(/Passed checks stay visible/)).toBeVisible()
    expect(await rows()).toEqual(['NetworkPassed · 1 h ago', 'GPSHidden', 'External batteryHidden', 'PositionHidden'])
  })

  it.each([
    ['en', 'Another sender', /If the SIM card was changed, the messages are genuine\. .* press “It is our tracker”/],
    ['nl', 'Andere afzender', /Is de simkaart gewisseld, dan zijn ze echt\. .* ‘Het is onze tracker’ te kiezen/],
    ['de', 'Anderer Absender', /Wurde die SIM-Karte gewechselt, sind sie echt\. .* „Es ist unser Tracker“/],
    ['fr', 'Autre expéditeur', /Si la carte SIM a été changée, ils sont authentiques\. .* « C’est notre traceur »/],
  ] as const)('G-105 says in %s that another sender speaks in its name, and what to do', async (language, title, text) => {
    const doubted = { state: 'suspect', cause: 'doubted-sender' } as const
    const verification = aVerification({ ...doubted, waited_s: 305, silent_s: 305, is_overdue: true }, { network: doubted })
    await open(verification, () => undefined, { language })
    expect(await screen.findByText(text)).toHaveTextContent(title)
    expect(screen.queryByRole('button', { name: /return|retour|Rücksendung/i })).toBeNull()
    expect(screen.queryByText(/defective|defect|defekt|défectueux/)).toBeNull()
  })

  it('R-114 names the antenna where messages come and no position', async () => {
    const covered = { state: 'suspect', cause: 'no-fix' } as const
    await open(aVerification({ ...covered, waited_s: 310, is_overdue: true }, { gps: covered }))
    expect(await screen.findByText(/GPS antenna is covered or under a roof\. Go outside/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Start return' })).toBeNull()
  })

  it('names the right where it is missing, and asks nothing', async () => {
    await open(aVerification(), undefined, { user: aUser({ permissions: ['read:map'] }) })
    expect(await screen.findByText(/create:entity/)).toBeVisible()
    expect(api.requests).toEqual([])
  })

  it('says where nothing is installed, and where the answer fails', async () => {
    const { unmount } = await open(aVerification())
    unmount()
    api.answer({ [CALL]: problem(404, 'Not found') })
    const gone = await renderPart(<CheckList entityId={42} size="large" />)
    expect(await screen.findByText('There is no tracker on this vehicle.')).toBeVisible()
    gone.unmount()
    api.answer({ [CALL]: problem(503, 'Unavailable') })
    await renderPart(<CheckList entityId={42} size="large" />)
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  })
})

describe('a tracker that came off a customer’s vehicle', () => {
  const MOVED = 'POST /api/v1/install-devices/verification/42/moved'
  const silent = { state: 'suspect', cause: 'no-message' } as const
  const hidden = aVerification({ ...silent, waited_s: 400, is_overdue: true, must_show_move: true }, { network: silent })
  const standAt = (answer: (found: PositionCallback, failed: PositionErrorCallback) => void) =>
    Object.defineProperty(navigator, 'geolocation', {
      value: { getCurrentPosition: answer },
      configurable: true,
    })
  const here = () =>
    standAt((found) => found({ coords: { latitude: 52.09, longitude: 5.12, accuracy: 8 } } as GeolocationPosition))
  afterEach(() => Reflect.deleteProperty(navigator, 'geolocation'))

  it('G-107 keeps the vehicle hidden, says why and what to do, and blames nothing meanwhile', async () => {
    await open(hidden, jest.fn())
    expect(await screen.findByText('This vehicle stays hidden')).toBeVisible()
    expect(screen.getByText(/was taken off a customer’s vehicle/)).toBeVisible()
    const steps = await rows()
    expect(steps.slice(0, 4)).toEqual(['NetworkWaiting', 'GPSWaiting', 'External batteryWaiting', 'PositionWaiting'])
    expect(steps[4]).toMatch(/Switch the tracker’s power off, wait a minute, and switch it on again/)
    expect(screen.queryByRole('button', { name: 'Start return' })).toBeNull()
  })

  it('G-107 is shown to have moved by the place of the phone, and the checks go on', async () => {
    here()
    const { actor } = await open(hidden)
    api.answer({ [MOVED]: { data: { moved: false } } })
    const button = await screen.findByRole('button', { name: 'I stand beside the vehicle' })
    await actor.click(button)
    expect(await screen.findByText(/Not shown yet/)).toBeVisible()
    expect(await api.requestsTo(MOVED)[0]?.json()).toEqual({ latitude: 52.09, longitude: 5.12, accuracy_m: 8 })
    api.answer({ [MOVED]: { data: { moved: true } }, [CALL]: { data: aVerified() } })
    await actor.click(button)
    expect(await screen.findByText('Verified')).toBeVisible()
    expect(screen.queryByText('This vehicle stays hidden')).toBeNull()
  })

  it('G-107 says what to allow where the phone tells no place, and what was refused', async () => {
    const { actor } = await open(hidden)
    const button = await screen.findByRole('button', { name: 'I stand beside the vehicle' })
    await actor.click(button)
    expect(await screen.findByText(/Allow this page to use it/)).toBeVisible()
    standAt((_found, failed) => failed({} as GeolocationPositionError))
    await actor.click(button)
    expect(await screen.findByText(/Allow this page to use it/)).toBeVisible()
    expect(api.requestsTo(MOVED)).toEqual([])
    here()
    api.answer({ [MOVED]: problem(429, 'This was tried five times within a day; try again tomorrow') })
    await actor.click(button)
    expect(await screen.findByText('This was tried five times within a day; try again tomorrow')).toBeVisible()
  })
})

describe('the certificate of an installation', () => {
  it('G-57 holds vehicle, tracker, business, who installed it when, and each check with its time', async () => {
    window.print = jest.fn()
    const { actor } = await open(aVerified({ 'external-battery': { state: 'unreported', passed_at: null } }))
    await actor.click(await screen.findByRole('button', { name: 'Print certificate' }))
    expect(window.print).toHaveBeenCalledTimes(1)
    const sheet = screen.getByTestId('installation-certificate')
    for (const fact of ['Cargo 042', 'UA24-118-0042', 'AB-12-CD', '352 625 698 104 217', 'Domstad Mobiliteit', 'Ada Byron'])
      expect(sheet).toHaveTextContent(fact)
    for (const line of [
      'Installed30-10-2025 11:42:00',
      'Verified30-10-2025 11:43:10',
      'NetworkPassed · 30-10-2025 11:42:20',
      'External batteryNot reported by this tracker',
      'Times in Europe/Amsterdam',
    ])
      expect(sheet).toHaveTextContent(line)
  })
})
