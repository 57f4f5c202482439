import { screen, waitFor } from '@testing-library/react'
import { stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aConfig } from '../../testing/fixtures.js'
import { renderPart } from '../../testing/render-app.js'
import { AccountPush } from './account-push.js'

const KEEP = 'PUT /api/v1/push-registrations'
const FORGET = 'DELETE /api/v1/push-registrations'
const endpoint = 'https://push.example/one'
const address = { kind: 'webpush', endpoint, p256dh: 'point', auth: 'secret' }

/** Simulates a browser that shows notifications if its user permits them. */
function aBrowser(answer: NotificationPermission) {
  let current: object | null = null
  const subscription = {
    toJSON: () => ({ endpoint, keys: { p256dh: 'point', auth: 'secret' } }),
    unsubscribe: async () => {
      current = null
      return true
    },
  }
  const pushManager = {
    getSubscription: async () => current,
    subscribe: jest.fn(async () => (current = subscription)),
  }
  const registration = { pushManager }
  const worker = { getRegistration: async () => registration, ready: Promise.resolve(registration) }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker })
  const permission = answer === 'denied' ? 'denied' : 'default'
  Object.assign(window, { PushManager: class {}, Notification: { permission, requestPermission: async () => answer } })
  return pushManager
}

describe('notifications in this browser', () => {
  let api: ApiStub
  const config = aConfig({ push_key: 'server-key' })

  beforeEach(() => {
    api = stubApi({ [KEEP]: {}, [FORGET]: {} })
  })
  afterEach(() => {
    for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name)
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })

  it('R-210 are turned on with the server’s key, and off again', async () => {
    const { subscribe } = aBrowser('granted')
    const { actor } = await renderPart(<AccountPush />, { config })
    await actor.click(await screen.findByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText(/^On\./)).toBeVisible()
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'server-key' })
    expect(await api.requestsTo(KEEP)[0]!.json()).toEqual(address)
    await actor.click(screen.getByRole('button', { name: 'Turn off' }))
    expect(await screen.findByText(/^Off\./)).toBeVisible()
    await waitFor(() => expect(api.requestsTo(FORGET)).toHaveLength(1))
    expect(await api.requestsTo(FORGET)[0]!.json()).toEqual(address)
  })

  it('R-210 say where they are allowed when the browser refuses them', async () => {
    aBrowser('denied')
    await renderPart(<AccountPush />, { config })
    expect(await screen.findByText(/does not let Roadbook show notifications/)).toBeVisible()
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })

  it('R-210 say that they cannot be shown where the installation has no key', async () => {
    aBrowser('granted')
    await renderPart(<AccountPush />)
    expect(await screen.findByText(/cannot show notifications/)).toBeVisible()
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })
})
