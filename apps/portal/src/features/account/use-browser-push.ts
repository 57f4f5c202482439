import { useQuery } from '@tanstack/react-query'
import { useReread, useChange } from '../../components/notifications/use-change.js'
import { useRuntimeConfig } from '../../config/runtime-config.js'
import { api, unwrap } from '../../lib/api/api-client.js'

const KEY = 'browser-push'

type PushState = 'unsupported' | 'denied' | 'on' | 'off'

/** Converts a browser's subscription into the API's format. */
const addressOf = (subscription: PushSubscription) => {
  const { endpoint, keys = {} } = subscription.toJSON()
  return { kind: 'webpush', endpoint, p256dh: keys.p256dh, auth: keys.auth } as const
}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/**
 * Returns the browser's push subscription. First checks that there is a service worker, because `ready` would wait forever
 * without one.
 */
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

/** Returns whether this browser shows notifications, and a function to change it. */
export function useBrowserPush() {
  const { push_key: key } = useRuntimeConfig()
  const state = useQuery({
    queryKey: [KEY],
    queryFn: async (): Promise<PushState> => {
      if (key === null || !isSupported()) return 'unsupported'
      if (Notification.permission === 'denied') return 'denied'
      const subscription = await subscriptionHere()
      if (!subscription) return 'off'
      // Sends the subscription to the API on every read, because the API deletes subscriptions that were not sent for a year.
      await unwrap(api.PUT('/api/v1/push-registrations', { body: addressOf(subscription) }))
      return 'on'
    },
  })
  // Only a failure needs a message, because the switch itself shows a new state.
  const change = useChange((wanted: 'on' | 'off') => (wanted === 'on' ? subscribe(key ?? '') : unsubscribe()), useReread(KEY), {})
  return { state: state.data, isPending: change.isPending, turn: change.mutate }
}
