import { useQuery } from '@tanstack/react-query'
import { useReread, useChange } from '../../components/notifications/use-change.js'
import { useRuntimeConfig } from '../../config/runtime-config.js'
import { api, unwrap } from '../../lib/api/api-client.js'

const KEY = 'browser-push'

type PushState = 'unsupported' | 'denied' | 'on' | 'off'

/** What the API keeps of a subscription; a browser says it in a form of its own. */
const addressOf = (subscription: PushSubscription) => {
  const { endpoint, keys = {} } = subscription.toJSON()
  return { kind: 'webpush', endpoint, p256dh: keys.p256dh, auth: keys.auth } as const
}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The browser's subscription. Read only where a worker is there: without one its readiness is waited for without end. */
async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function subscribe(applicationServerKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  await unwrap(api.PUT('/api/v1/push-registrations', { body: addressOf(subscription) }))
}

async function unsubscribe(): Promise<void> {
  const subscription = await subscriptionHere()
  if (!subscription) return
  await unwrap(api.DELETE('/api/v1/push-registrations', { body: addressOf(subscription) }))
  await subscription.unsubscribe()
}

/** Whether this browser shows notifications, and how that is changed. */
export function useBrowserPush() {
  const { push_key: key } = useRuntimeConfig()
  const state = useQuery({
    queryKey: [KEY],
    queryFn: async (): Promise<PushState> => {
      if (key === null || !isSupported()) return 'unsupported'
      if (Notification.permission === 'denied') return 'denied'
      const subscription = await subscriptionHere()
      if (!subscription) return 'off'
      // Told again each time it is looked at: the API forgets what it has not heard of for a year.
      await unwrap(api.PUT('/api/v1/push-registrations', { body: addressOf(subscription) }))
      return 'on'
    },
  })
  // The section says how it stands then; only a failure needs words of its own.
  const change = useChange((wanted: 'on' | 'off') => (wanted === 'on' ? subscribe(key ?? '') : unsubscribe()), useReread(KEY), {})
  return { state: state.data, isPending: change.isPending, turn: change.mutate }
}
