import { act, screen, waitFor, within } from '@testing-library/react'
import type { LivePositionMessage } from '@roadbook/contracts'
import { aConsent, aConsumerEntity, aDeviceStatus, aMessage, IMEI, NOW } from '../../features/live-test/testing/some-device.js'
import { type Answer, problem, stubApi } from '../../testing/api-stub.js'
import { FakeLiveSocket, installFakeLiveServer } from '../../testing/fake-live-server.js'
import { aSummary } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'

const STATUS = `GET /api/v1/debug/${IMEI}`
const CONSUMER = `GET /api/v1/debug/${IMEI}/consumer-entity`
const ADDRESS = `/install-devices?tab=status&imei=${IMEI}`

let restore: () => void
beforeEach(() => {
  restore = installFakeLiveServer()
  // Canvas drawing is not available in this environment.
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  localStorage.clear()
})
afterEach(() => {
  jest.useRealTimers()
  restore()
  jest.restoreAllMocks()
})

/** Creates a clock that the test controls. */
const aClock = (start = NOW) => {
  let now = start
  return { now: () => now, forward: (seconds: number) => (now += seconds * 1_000) }
}

const open = async (answers: Record<string, Answer> = {}, address = ADDRESS) => {
  const api = stubApi({
    [STATUS]: { data: aDeviceStatus() },
    [CONSUMER]: { data: aConsumerEntity({ is_consumer: false, location_hidden: false }) },
    [`GET /api/v1/debug/${IMEI}/trips`]: { data: [], meta: { date: '2025-10-30', time_zone: 'Europe/Amsterdam' } },
    [`GET /api/v1/debug/${IMEI}/messages`]: {
      data: [aMessage()],
      meta: { next_cursor: null, searched_from: '2025-10-29T10:42:11.000Z' },
    },
    'GET /api/v1/dashboard/summary': { data: aSummary() },
    ...answers,
  })
  const clock = aClock()
  const rendered = await renderApp(address, { clock })
  return { ...rendered, api, clock }
}

const tile = async (label: string) => {
  const [term] = await screen.findAllByText(label, { selector: 'dt *' })
  return term!.closest('dt')!.parentElement!
}
/** Advances the clock and the timer by which the portal reads its clock every second. */
const pass = (clock: ReturnType<typeof aClock>, seconds: number) => {
  clock.forward(seconds)
  act(() => jest.advanceTimersByTime(1_000))
}

const aPosition = (changes: Partial<LivePositionMessage> = {}): LivePositionMessage => ({
  entity_id: 1,
  imei: IMEI,
  latitude: 49.42,
  longitude: 8.7,
  speed_kph: 24,
  heading: 90,
  moving: true,
  positioned_at: '2025-10-30T10:42:14.000Z',
  received_at: '2025-10-30T10:42:15.000Z',
  last_activity: '2025-10-30T10:42:15.000Z',
  ignition: null,
  odometer_m: null,
  external_battery_mv: null,
  open_trip_id: null,
  location_hidden: false,
  ...changes,
})

describe('the IMEI status', () => {
  it('R-107 says how many more digits are needed, and opens the tracker that is found', async () => {
    const found = {
      id: 1,
      imei: IMEI,
      model: 'TFT100',
      business_name: 'Domstad Mobiliteit',
      entity_id: 1,
      entity_name: 'Cargo 042',
      blocked: 'installed',
      blocked_message: null,
    }
    const answer = { data: { devices: [found], meta: { digits_missing: 0, message: null } } }
    const { actor, address } = await open({ 'GET /api/v1/search/devices': answer }, '/install-devices?tab=status')
    const field = await screen.findByRole('combobox', { name: 'IMEI' })
    await actor.click(field)
    await actor.paste('1042')
    expect(await screen.findByText('2 more digits')).toBeVisible()
    await actor.paste('17')
    await actor.click(await screen.findByRole('option', { name: /Cargo 042/ }))
    await waitFor(() => expect(address()).toBe(ADDRESS))
  })

  it('R-108 R-110 R-117 shows last update, speed, heading, network, GPS of ten, external battery and online hours', async () => {
    await open()
    expect(await screen.findByRole('heading', { name: 'Cargo 042' })).toBeVisible()
    expect(within(await tile('Last update')).getByText('3 s ago').textContent).toBe('3\u00A0s\u00A0ago')
    expect(screen.getByRole('link', { name: 'Open map' })).toHaveAttribute('href', `/map/${IMEI}`)
    expect(within(await tile('Speed')).getByText('18 km/h')).toBeVisible()
    expect(within(await tile('Heading')).getByText('312°')).toBeVisible()
    expect(within(await tile('Network')).getByText('Connected')).toBeVisible()
    expect(within(await tile('GPS quality')).getByText(/9 of 10 fixes/)).toBeVisible()
    expect(within(await tile('External battery')).getByText('36.4 V')).toBeVisible()
    expect(screen.getByRole('img', { name: '18 of 24 hours, 75%' })).toBeVisible()
  })

  it('R-112 waits for updates once it is connected, and is live with the first that comes', async () => {
    const { clock } = await open()
    expect(await screen.findByText('Connected, waiting for updates')).toBeVisible()
    await waitFor(() => expect(FakeLiveSocket.opened).not.toHaveLength(0))
    await FakeLiveSocket.last.signIn()
    expect(FakeLiveSocket.last.sent).toContainEqual({ type: 'subscribe', channel: 'entity', id: 1 })
    clock.forward(5)
    await FakeLiveSocket.last.say({
      type: 'positions',
      channel: 'entity',
      id: 1,
      epoch: 'e',
      sequence: 1,
      positions: [aPosition()],
    })
    expect(await screen.findByText('24 km/h')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Connected, waiting for updates')).not.toBeInTheDocument())
    expect(within(screen.getByRole('main')).getByRole('status')).toHaveTextContent('Live')
  })

  it('R-113 says "Couldn\'t connect to live service" when the service does not answer', async () => {
    await open({ [STATUS]: () => problem(503, 'Not now') })
    expect(await screen.findByText("Couldn't connect to live service")).toBeVisible()
  })

  it('R-114 R-115 calls the network disconnected at 3 minutes, and the tracker wrongly connected or defective at 5', async () => {
    jest.useFakeTimers({ now: NOW, doNotFake: ['queueMicrotask', 'setTimeout', 'setImmediate'] })
    const { clock } = await open({ [STATUS]: { data: aDeviceStatus({ last_update: null, position: null, fixes: [] }) } })
    expect(within(await tile('Network')).getByText('Waiting')).toBeVisible()
    pass(clock, 180)
    expect(within(await tile('Network')).getByText('Disconnected')).toBeVisible()
    expect(screen.getByText('Network disconnected')).toBeVisible()
    pass(clock, 120)
    expect(screen.getByText('The tracker is wrongly connected or defective')).toBeVisible()
  })

  it('names a wrong clock instead of a tracker that would be defective', async () => {
    jest.useFakeTimers({ now: NOW, doNotFake: ['queueMicrotask', 'setTimeout', 'setImmediate'] })
    const clock = { told_on: '2007-04-14', lag_s: null, suggested_utc_offset_minutes: null }
    const { clock: time } = await open({ [STATUS]: { data: aDeviceStatus({ position: null, fixes: [], clock }) } })
    expect(await screen.findByText('This tracker’s clock is wrong')).toBeVisible()
    pass(time, 300)
    expect(screen.queryByText('The tracker is wrongly connected or defective')).toBeNull()
  })

  it('R-110 asks again every few seconds for what the live line does not tell', async () => {
    jest.useFakeTimers({ now: NOW, doNotFake: ['queueMicrotask', 'setTimeout', 'setImmediate'] })
    const { api } = await open()
    await screen.findByRole('heading', { name: 'Cargo 042' })
    api.answer({ [STATUS]: { data: aDeviceStatus({ gps: { ...aDeviceStatus().gps, quality: 'poor', valid: 2 } }) } })
    await act(() => jest.advanceTimersByTimeAsync(5_000))
    expect(await screen.findByText('Poor')).toBeVisible()
  })

  it('shows what was sent, and its bytes under Details', async () => {
    const { actor } = await open()
    await actor.click(await screen.findByRole('button', { name: 'Details' }))
    expect(screen.getByText('000000000000003608010000016b')).toBeVisible()
  })

  it('R-049 G-48 goes on in a dock on other screens, until its tracker is closed', async () => {
    const { actor } = await open()
    await screen.findByRole('heading', { name: 'Cargo 042' })
    await actor.click(screen.getByRole('link', { name: 'Home' }))
    const dock = await screen.findByRole('complementary', { name: 'Live test' })
    expect(within(dock).getByText('Cargo 042')).toBeVisible()
    expect(within(dock).getByRole('link', { name: 'Open live test' })).toHaveAttribute('href', ADDRESS)
    await actor.click(within(dock).getByRole('button', { name: /Stop the live test/ }))
    expect(screen.queryByRole('complementary', { name: 'Live test' })).not.toBeInTheDocument()
    await waitFor(() => expect(FakeLiveSocket.last.readyState).toBe(3))
  })
})

describe('a customer’s vehicle', () => {
  const hidden = {
    [STATUS]: { data: aDeviceStatus({ location_hidden: true, position: null, speed_kph: null, heading: null }) },
    [CONSUMER]: { data: aConsumerEntity() },
  }

  it('R-109 R-118 R-240 names customer, purpose and time before anything is seen, with nothing ticked', async () => {
    await open(hidden)
    const gate = await screen.findByRole('dialog', { name: 'Has the customer agreed to live tracking?' })
    expect(gate).toHaveTextContent('Joost van Dam')
    expect(gate).toHaveTextContent('The consent lasts 60 minutes')
    for (const box of within(gate).getAllByRole('checkbox')) expect(box).not.toBeChecked()
    expect(within(gate).getByRole('button', { name: 'Confirm and start live' })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getAllByText('Location hidden').length).toBeGreaterThan(0)
  })

  it('R-119 R-233 starts when the customer agreed here, counts down, and keeps the consent token in the browser', async () => {
    const { actor, api } = await open(hidden)
    const gate = await screen.findByRole('dialog')
    await actor.click(within(gate).getByRole('checkbox', { name: /agreed here/ }))
    api.answer({
      [`PUT /api/v1/debug/${IMEI}/request-consent`]: { data: aConsent() },
      [STATUS]: { data: aDeviceStatus() },
      [CONSUMER]: { data: aConsumerEntity({ location_hidden: false, consent: aConsent() }) },
    })
    await actor.click(within(gate).getByRole('button', { name: 'Confirm and start live' }))
    expect(await screen.findByText('59:00 left')).toBeVisible()
    const [asked] = api.requestsTo(`PUT /api/v1/debug/${IMEI}/request-consent`)
    expect(await asked!.json()).toEqual({ channel: 'in-person', customer_agreed: true })
    expect(localStorage.getItem('consent-token')).toBe('c-1')
    expect(await screen.findByRole('region', { name: 'Where the tracker is' })).toBeVisible()
  })

  it('R-118 waits for the answer to an e-mail', async () => {
    const { actor, api } = await open(hidden)
    const gate = await screen.findByRole('dialog')
    await actor.click(within(gate).getByRole('checkbox', { name: 'E-mail the customer to ask' }))
    const pending = aConsent({ state: 'pending', channel: 'mail', granted_at: null })
    api.answer({
      [`PUT /api/v1/debug/${IMEI}/request-consent`]: { data: pending },
      [CONSUMER]: { data: aConsumerEntity({ consent: pending }) },
    })
    await actor.click(within(gate).getByRole('button', { name: 'Send e-mail' }))
    expect(await within(gate).findByText(/Waiting for Joost van Dam/)).toBeVisible()
  })

  it('R-119 forgets the token with the consent, which either side can end', async () => {
    const { actor, api } = await open({ [CONSUMER]: { data: aConsumerEntity({ location_hidden: false, consent: aConsent() }) } })
    const end = await screen.findByRole('button', { name: 'End consent' })
    expect(localStorage.getItem('consent-token')).toBe('c-1')
    const ended = aConsent({ state: 'revoked', revoked_by: 'business' })
    api.answer({
      ...hidden,
      [`DELETE /api/v1/debug/${IMEI}/consent`]: { data: ended },
      [CONSUMER]: { data: aConsumerEntity({ consent: ended }) },
    })
    await actor.click(end)
    await waitFor(() => expect(localStorage.getItem('consent-token')).toBeNull())
    expect(await screen.findByText('The consent was ended.')).toBeVisible()
  })
})
