import { ApiError, isUnreachable } from '../../../lib/api/api-error.js'
import type { components } from '../../../lib/api/schema.js'
import { changes } from '../queries/install-changes.js'
import { alone } from './alone.js'
import type { FieldWork, OutboxItem, Refusal } from './outbox-item.js'
import { outboxStore } from './outbox-store.js'

type Vehicle = components['schemas']['Entity']

/** Result of sending an item. */
export type Delivery =
  | { state: 'sent'; vehicle: Vehicle }
  /** Kept for a retry. `isServerAway` means that the server cannot be reached, so that sending other items now has no use. */
  | { state: 'kept'; isServerAway: boolean }
  | { state: 'refused'; error: ApiError }

const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 300_000
/** Statuses after which a retry may succeed: 401 signed out, 408 time-out, 425 too early, 429 too many requests. */
const LATER = new Set([401, 408, 425, 429])
const UNAVAILABLE = 503

/** Returns the delay before the next attempt: 5 s after the first failure, doubled each time, 5 minutes at most. */
const waitMs = (tries: number): number => Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS)

/** Sends work directly. Fails with the API's message. */
export const post = (work: FieldWork, key: string): Promise<Vehicle> =>
  work.kind === 'install'
    ? changes.install({ body: work.body, key })
    : changes.replace({ id: work.entityId, body: work.body, key }).then(({ entity }) => entity)

const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !LATER.has(error.status)

/** Sends a stored item. It is removed from the device only after the API has accepted it. */
export async function deliver(item: OutboxItem): Promise<Delivery> {
  try {
    const vehicle = await post(item.work, item.key)
    await outboxStore.remove(item.key)
    return { state: 'sent', vehicle }
  } catch (error) {
    if (isRefused(error)) return { state: 'refused', error }
    const tries = item.tries + 1
    const isServerAway =
      isUnreachable(error) || (error instanceof ApiError && (LATER.has(error.status) || error.status === UNAVAILABLE))
    await change(item.key, { tries, nextTryAt: Date.now() + waitMs(tries) })
    return { state: 'kept', isServerAway }
  }
}

/** Updates an item unless it no longer exists, for example after a sign-out. */
async function change(key: string, changed: Partial<OutboxItem>): Promise<void> {
  const item = await outboxStore.get(key)
  if (item) await outboxStore.put({ ...item, ...changed })
}

const refusalOf = ({ message, status, fieldErrors }: ApiError): Refusal => ({ message, status, fieldErrors })

/** Stores the API's rejection, so that the user can correct the item. */
export const keepRefused = (key: string, error: ApiError): Promise<void> => change(key, { refusal: refusalOf(error) })

/** Sends an item unless it is already being sent. */
export const deliverAlone = (item: OutboxItem): Promise<Delivery | undefined> =>
  alone(`outbox-item-${item.key}`, async () => {
    const current = await outboxStore.get(item.key)
    return current && !current.refusal ? deliver(current) : undefined
  })

interface SendOptions {
  /** Also sends items whose next attempt is not due yet. */
  isNow: boolean
  onDelivery: (item: OutboxItem, delivery: Delivery) => void
}

/** Sends the unsent items, oldest first. Only one tab does so at a time. Stops if the server cannot be reached. */
export async function sendOutbox(userId: number, { isNow, onDelivery }: SendOptions): Promise<void> {
  await alone(`outbox-${userId}`, async () => {
    for (const item of await outboxStore.all(userId)) {
      if (item.refusal || (!isNow && item.nextTryAt > Date.now())) continue
      const delivery = await deliverAlone(item)
      if (!delivery) continue
      if (delivery.state === 'refused') await keepRefused(item.key, delivery.error)
      onDelivery(item, delivery)
      if (delivery.state === 'kept' && delivery.isServerAway) return
    }
  })
}
