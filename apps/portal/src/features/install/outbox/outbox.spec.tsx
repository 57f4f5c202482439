import 'fake-indexeddb/auto'
import { locks } from 'node:worker_threads'
import { act, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { setAccessToken } from '../../../lib/session/access-token.js'
import { problem, stubApi, type ApiStub } from '../../../testing/api-stub.js'
import { aUser } from '../../../testing/fixtures.js'
import { renderPart } from '../../../testing/render-app.js'
import { someInstalls } from '../../../testing/some-installs.js'
import { useSession } from '../../../lib/session/session.js'
import { emptyForm, type InstallForm, toInstall } from '../form/install-form.js'
import { MobileInstall } from '../mobile/mobile-install.js'
import { sendOutbox } from './deliver.js'
import { AskBeforeSignOut, OutboxBar } from './index.js'
import type { OutboxItem } from './outbox-item.js'
import { outboxStore } from './outbox-store.js'
import { useOutbox } from './use-outbox.js'
import { useFieldWork } from './use-field-work.js'

const INSTALL = 'POST /api/v1/install-devices/install'
const USER = 7
const now = Date.parse('2025-10-30T10:12:00Z')

const aForm = (name: string): InstallForm => ({
  ...emptyForm(3, 'en'),
  user_target: 'own-use',
  imei: '356307042441013',
  name,
  vehicle_type: 'eBike',
  brand: 'Gazelle',
  frame_number: `F-${name}`,
  license_plate: `P-${name}`,
})
const anItem = (name: string, changes: Partial<OutboxItem> = {}): OutboxItem => ({
  key: `key-${name}`,
  userId: USER,
  queuedAt: now,
  name,
  tries: 0,
  nextTryAt: 0,
  work: { kind: 'install', form: aForm(name), body: toInstall(aForm(name)) },
  ...changes,
})
const nameIn = async (request: Request) => ((await request.json()) as { name: string }).name
const saved = async (request: Request) => ({ data: { id: 42, name: await nameIn(request), imei: '356307042441013' } })
const sent = async (api: ApiStub) =>
  Promise.all(
    api
      .requestsTo(INSTALL)
      .map(async (request) => [await nameIn(request.clone()), request.headers.get('idempotency-key')] as const),
  )
const networkIs = (isThere: boolean) => act(async () => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')))

let api: ApiStub
beforeAll(() => Object.defineProperty(navigator, 'locks', { value: locks, configurable: true }))
beforeEach(async () => {
  await outboxStore.clear(USER)
  setAccessToken('test-token')
  api = stubApi({ [INSTALL]: saved })
})

const send = (isNow = true) => sendOutbox(USER, { isNow, onDelivery: () => undefined })
const names = async () => (await outboxStore.all(USER)).map(({ name }) => name)

describe('the outbox of installations', () => {
  it('T-17 sends what waits in its order, each with the key it was queued with, and keeps nothing of it', async () => {
    await outboxStore.put(anItem('second', { queuedAt: now + 1 }))
    await outboxStore.put(anItem('first'))
    await send()
    expect(await sent(api)).toEqual([
      ['first', 'key-first'],
      ['second', 'key-second'],
    ])
    expect(await names()).toEqual([])
  })

  it('T-17 sends a thing once though two tabs send at the same time', async () => {
    await outboxStore.put(anItem('only'))
    await Promise.all([send(), send()])
    expect(api.requestsTo(INSTALL)).toHaveLength(1)
  })

  it.each([
    ['the network dies on the way', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server is in trouble', () => problem(500, 'No')],
    ['it has too much to do', () => problem(429, 'Later')],
    ['the session is over', () => problem(401, 'Who are you')],
  ])('T-17 loses nothing when %s, and sends it again with the same key', async (_what, trouble) => {
    await outboxStore.put(anItem('kept'))
    api.answer({ [INSTALL]: trouble })
    await send()
    expect(await outboxStore.all(USER)).toMatchObject([{ name: 'kept', tries: 1 }])
    api.answer({ [INSTALL]: saved })
    await send()
    expect(await sent(api)).toEqual([
      ['kept', 'key-kept'],
      ['kept', 'key-kept'],
    ])
    expect(await names()).toEqual([])
  })

  it('gives a server in trouble 5 seconds, and then twice as long', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now)
    const sendAt = async (at: number) => {
      clock.mockReturnValue(at)
      await send(false)
      return api.requestsTo(INSTALL).length
    }
    try {
      await outboxStore.put(anItem('kept'))
      api.answer({ [INSTALL]: () => problem(503, 'Away') })
      expect(await sendAt(now)).toBe(1)
      expect(await sendAt(now + 4_999)).toBe(1)
      expect(await sendAt(now + 5_000)).toBe(2)
      expect(await sendAt(now + 14_999)).toBe(2)
      expect(await sendAt(now + 15_000)).toBe(3)
    } finally {
      clock.mockRestore()
    }
  })

  it('keeps what the API refuses with its words, sends the next one, and never the refused one again', async () => {
    await outboxStore.put(anItem('refused'))
    await outboxStore.put(anItem('good', { queuedAt: now + 1 }))
    api.answer({
      [INSTALL]: async (request: Request) =>
        (await nameIn(request.clone())) === 'good'
          ? saved(request)
          : problem(422, 'Two fields are wrong', { errors: { imei: ['This device is on a vehicle'] } }),
    })
    await send()
    await send()
    expect(await outboxStore.all(USER)).toMatchObject([
      { name: 'refused', refusal: { message: 'Two fields are wrong', fieldErrors: { imei: ['This device is on a vehicle'] } } },
    ])
    expect((await sent(api)).map(([name]) => name)).toEqual(['refused', 'good'])
  })

  it('sends nothing of somebody else who uses this device, too', async () => {
    await outboxStore.put(anItem('theirs', { userId: 8 }))
    await send()
    expect(api.requestsTo(INSTALL)).toHaveLength(0)
    await outboxStore.clear(8)
  })
})

describe('the bar of the outbox', () => {
  const openForm = jest.fn<undefined, [string]>()
  beforeEach(() => openForm.mockClear())
  afterEach(() => networkIs(true))
  const open = () => renderPart(<OutboxBar onOpenForm={openForm} />, { now })

  it('T-17 D.8 says what is saved in this browser, sends it when the network is back, and tells', async () => {
    await open()
    await networkIs(false)
    await act(() => outboxStore.put(anItem('Cargo 042')))
    expect(await screen.findByText(/Saved in this browser, will be sent: 1 vehicle/)).toHaveTextContent('No connection.')
    expect(api.requestsTo(INSTALL)).toHaveLength(0)
    await networkIs(true)
    expect(await screen.findByText('Cargo 042 was sent and is saved.')).toBeVisible()
    await waitFor(() => expect(screen.queryByText(/Saved in this browser/)).toBeNull())
  })

  it('shows why something was refused, and leads to its form', async () => {
    const refusal = { message: 'One field is wrong', status: 422, fieldErrors: { imei: ['This device is on a vehicle'] } }
    await outboxStore.put(anItem('Cargo 042', { refusal }))
    const { actor } = await open()
    expect(await screen.findByText('1 vehicle could not be saved.')).toBeVisible()
    await actor.click(screen.getByText('Show'))
    expect(screen.getByText('This device is on a vehicle')).toBeVisible()
    await actor.click(screen.getByText('Open and correct'))
    expect(openForm).toHaveBeenCalledWith('?step=device')
    expect(await names()).toEqual(['Cargo 042'])
  })

  it('asks before it throws a refused one away', async () => {
    await outboxStore.put(anItem('Cargo 042', { refusal: { message: 'No', status: 403, fieldErrors: {} } }))
    const { actor } = await open()
    await actor.click(await screen.findByText('Show'))
    await actor.click(screen.getByText('Discard'))
    expect(await names()).toEqual(['Cargo 042'])
    await actor.click(screen.getByText('Discard it'))
    await waitFor(async () => expect(await names()).toEqual([]))
  })
})

describe('the last screen on the phone, for a vehicle that was kept', () => {
  const ours = { name: 'Cargo 042', imei: '356307042441013' }
  afterEach(() => networkIs(true))
  const open = async () => {
    api.answer(someInstalls())
    const page = <MobileInstall paths={{ entity: (id) => `/entities/${id}`, onLiveTest: () => undefined }} statusPath="/" />
    const router = createMemoryRouter([{ path: '*', element: page }], {
      initialEntries: [{ pathname: '/', search: '?done=kept', state: { done: ours } }],
    })
    await renderPart(
      <>
        <OutboxBar onOpenForm={() => undefined} />
        <RouterProvider router={router} />
      </>,
      { now },
    )
    await networkIs(false)
    await act(() => outboxStore.put(anItem(ours.name)))
    expect(await screen.findByText('Saved on this phone, will be sent')).toBeVisible()
  }

  it('T-17 becomes the check of the installation once it was sent', async () => {
    await open()
    api.answer({ [INSTALL]: saved })
    await networkIs(true)
    expect(await screen.findByRole('list', { name: 'Check of the installation' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open vehicle' })).toHaveAttribute('href', '/entities/42')
    expect(screen.queryByText('Saved on this phone, will be sent')).toBeNull()
  })

  it('T-17 says that it could not be saved once it was refused', async () => {
    await open()
    api.answer({ [INSTALL]: () => problem(422, 'One field is wrong', { errors: { imei: ['This device is on a vehicle'] } }) })
    await networkIs(true)
    expect(await screen.findByRole('heading', { name: '1 vehicle could not be saved.' })).toBeVisible()
    expect(screen.queryByText('Saved on this phone, will be sent')).toBeNull()
  })
})

describe('signing out while something waits', () => {
  const logout = jest.fn()
  beforeEach(() => logout.mockClear())
  function LogOut() {
    const { waiting } = useOutbox()
    const { logout: leave } = useSession()
    return (
      <>
        <p>{`${waiting.length} waits`}</p>
        <button onClick={leave}>Log out</button>
      </>
    )
  }
  const open = () =>
    renderPart(
      <AskBeforeSignOut>
        <LogOut />
      </AskBeforeSignOut>,
      { now, logout },
    )

  it('T-17 asks first, and deletes what customers said when it is done', async () => {
    await outboxStore.put(anItem('Cargo 042'))
    const { actor } = await open()
    await screen.findByText('1 waits')
    await actor.click(screen.getByText('Log out'))
    expect(await screen.findByText('1 vehicle is not sent yet')).toBeVisible()
    expect(logout).not.toHaveBeenCalled()
    await actor.click(screen.getByText('Delete and log out'))
    await waitFor(() => expect(logout).toHaveBeenCalledTimes(1))
    expect(await names()).toEqual([])
  })

  it('asks nothing when nothing waits', async () => {
    const { actor } = await open()
    await actor.click(screen.getByText('Log out'))
    expect(logout).toHaveBeenCalledTimes(1)
  })
})

describe('saving in the field', () => {
  let outcome: unknown
  function Save() {
    const { send: save } = useFieldWork()
    const press = async () => {
      const form = aForm('Cargo 042')
      outcome = await save({ kind: 'install', form, body: toInstall(form) }, 'key-042', form.name).catch(
        (error: unknown) => error,
      )
    }
    return <button onClick={() => void press()}>Save</button>
  }
  beforeEach(() => {
    outcome = undefined
  })
  afterEach(() => networkIs(true))
  const press = async () => {
    const { actor } = await renderPart(<Save />, { now, user: aUser() })
    await actor.click(screen.getByText('Save'))
    await waitFor(() => expect(outcome).toBeDefined())
  }

  it('answers the vehicle, and keeps nothing, where there is a network', async () => {
    await press()
    expect(outcome).toMatchObject({ id: 42 })
    expect(await names()).toEqual([])
  })

  it('T-17 keeps it under the key that went out when the answer is lost', async () => {
    api.answer({ [INSTALL]: () => Promise.reject(new TypeError('Failed to fetch')) })
    await press()
    expect(outcome).toBe('kept')
    expect(await outboxStore.all(USER)).toMatchObject([{ key: 'key-042' }])
  })

  it('says at once what the API refuses, and puts what was refused before out of the way', async () => {
    await outboxStore.put(anItem('Cargo 042', { refusal: { message: 'No', status: 422, fieldErrors: {} } }))
    api.answer({ [INSTALL]: () => problem(422, 'One field is wrong', { errors: { name: ['Too short'] } }) })
    await press()
    expect(outcome).toMatchObject({ status: 422, fieldErrors: { name: ['Too short'] } })
    expect(await names()).toEqual([])
  })
})
